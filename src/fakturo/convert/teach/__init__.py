"""Teaching: from one invoice and its right values to the smallest template with which it is read right.

truth         what is right: a JSON of which only the keys that are there count
differences   where a reading is not what is right
standing      where a right value of the header stands: beside a label, below it, in a cell, at a place
sums          what the vendor's labels of sums mean, deductions among them
columns       what stands below the heads of its item table
fingerprint   what is on this vendor's papers and on no others
pieces        one learned thing, and how it is said
pupil         one paper, and how far each reading of it is from what is right
learn         the search: read, add a piece where the reading differs, take out what is not needed
lesson        what came of it, to be told and kept
"""
