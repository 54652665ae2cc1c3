"""A language model's reading of a document: what it is asked, and what its answer is worth. docs/llm.md.

    prompts/ schemas/ ─ catalog ─▶ the worker asks
    answer ─ reading ─▶ invoices ─ printed ─▶ with places on the page ─ beside ─▶ judged with the engine's own reading

Nothing here calls anybody: who asks, over which line and how often, is the worker's business.
"""
