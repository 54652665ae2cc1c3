"""Old events of jobs, as compressed lines of JSON beside the files: written by workers, proved by `fakturo archive`."""
