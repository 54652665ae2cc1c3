"""API and pages. Web never opens a PDF: it takes files in, shows jobs, and hands results out."""
