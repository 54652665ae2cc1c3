"""From candidates to a decision: what speaks for each, weighed by what labelled papers taught.

Readers propose candidates with named evidence (`header/parties`, `number`, `dates`: `decision` in each); `weights`
turns evidence into a probability over all candidates of a page; `decide` settles the fields together; `taught` adds
what a template knows. The weights are data (`convert/weights`), made by `scripts/train`.
"""
