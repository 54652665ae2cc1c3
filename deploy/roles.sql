-- Separate roles: the owner migrates; web and worker work on rows, and can change no table. Run as the owner, as often as you
-- like, after `fakturo migrate`: psql "$OWNER_URL" -v web_password=… -v worker_password=… -f deploy/roles.sql
SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', role, password)
FROM (VALUES ('fakturo_web', :'web_password'), ('fakturo_worker', :'worker_password')) AS wanted (role, password)
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role)
\gexec
GRANT USAGE ON SCHEMA public TO fakturo_web, fakturo_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO fakturo_web, fakturo_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fakturo_web, fakturo_worker;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO fakturo_web, fakturo_worker;
REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM fakturo_web, fakturo_worker;
