"""Jobs through the API: taken in, listed, converted again, handed out one by one or many at once."""
