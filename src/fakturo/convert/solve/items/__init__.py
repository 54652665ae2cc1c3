"""Items as they are told: the rows and words that belong to each, its name, codes and unit."""
