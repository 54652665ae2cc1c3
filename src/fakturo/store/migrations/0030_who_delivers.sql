-- Which worker sends a webhook's delivery: if that one is known to be dead, nobody need wait for the end of its lease.
ALTER TABLE webhook_deliveries ADD COLUMN leased_by text;
