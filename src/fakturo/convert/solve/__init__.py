"""Number format, columns, lines and totals, decided together by what closes."""
