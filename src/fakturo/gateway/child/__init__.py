"""A process with a document and nothing else: serve takes its task, convert and views carry it out."""
