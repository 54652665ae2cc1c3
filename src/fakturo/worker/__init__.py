"""Claims jobs, has them converted, settles what came of it. It never opens a PDF and never deletes a result."""
