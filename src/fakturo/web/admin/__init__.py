"""The operators' page: how everybody's jobs stand, and what to do about it by hand. Off until `ADMIN_TOKEN` is set."""
