"""Who asks (sessions, API keys), what each route needs of them, and how much anybody may do."""
