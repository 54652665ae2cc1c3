"""What an owner knows of others: parties, units and goods, and templates taught from corrected invoices."""
