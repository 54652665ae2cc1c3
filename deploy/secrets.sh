#!/usr/bin/env bash
# Makes random passwords for deploy/compose.yml, once: deploy/secrets/*, readable by their owner and by the containers' user.
set -euo pipefail
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo "deploy/secrets is there already."; exit 0; }
mkdir -m 0755 secrets
password() { python3 -c 'import secrets; print(secrets.token_urlsafe(24))'; }
for name in owner_password web_password worker_password gateway_token storage_key; do password > "secrets/$name"; done
for role in owner web worker; do
  echo "postgresql://fakturo_$role:$(cat secrets/${role}_password)@database/convert_jobs_dev" > "secrets/${role}_url"
done
