"""Where the files are: uploads and results, by paths that the job's row holds."""
