"""A process with one document and nothing else: serve takes its task, convert and views carry it out."""
