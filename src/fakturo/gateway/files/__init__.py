"""Files on disk, without a server: what verbs of the command line do with them, by the same children."""
