"""Templates: what a person knows about one vendor's invoices, as single decisions on top of the generic reader.

A template is a small TOML file (docs/templates.md). Its words are translated into words that the reader knows
(`words`), who sells and what stands at confirmed places is weighed with all else (`known`), its anchors and constants
replace readings of the header (`header`), and whatever it decides has the source
`template`. No check is switched off by it: a sum that does not add up stays one.

    template     what a template may say             parse     a file into a template, or into plain sentences
    catalog      which there are, and which fits     trial     what one changes, and which of its parts do nothing
"""
