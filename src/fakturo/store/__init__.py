"""PostgreSQL: the one place where jobs live. All SQL stands in sql/ by name; migrations/ is the schema's history."""
