"""The API about itself: OpenAPI, and `/docs` made from it."""
