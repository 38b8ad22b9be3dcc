"""From the keys and values of a record to the fields of a paper."""
