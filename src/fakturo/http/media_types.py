"""What goes over the wire between web, worker and gateway, by its name there."""

PDF, XML, JSON, PNG = "application/pdf", "application/xml", "application/json", "image/png"
MIXED = "multipart/mixed"
