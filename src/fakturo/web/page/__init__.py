"""What people see: the queue, one file's details, the settings. Words are in `locales/`, the scripts in `static/`."""
