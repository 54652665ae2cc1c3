"""The second pipeline: a language model reads a document's text, and the gateway checks what it read. docs/llm.md.

    PDF ─ gateway ─▶ layout ─ pages ─▶ text with places ─ prompt ─▶ question ─ client ─▶ model
    model ─▶ answer (normalised, held against its schema) ─ gateway, with the PDF ─▶ JSON and XML, judged

`client.py` alone knows the model's server and its errors, and makes one call for one question: only the worker's policy
tries again.
"""
