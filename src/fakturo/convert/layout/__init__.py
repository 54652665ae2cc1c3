"""How the words of a page hang together. Pure geometry; the order of the file is kept."""
