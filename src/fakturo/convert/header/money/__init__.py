"""The currency, and where the invoice's own money stands."""
