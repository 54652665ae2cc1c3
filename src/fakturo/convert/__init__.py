"""The engine, a library of its own: PDF in, XML out. It imports no other room of the house."""
