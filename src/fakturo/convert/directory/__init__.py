"""What is known beside the paper: parties with their tax numbers, names of units, codes of goods and services."""
