#!/bin/sh
# Makes the keys and passwords of the compose file in ./secrets. It never replaces one that exists.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
chmod 0700 secrets
hex() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
# Containers read these files as different users; on this machine the folder's permissions keep others away.
write() {
  cat >"secrets/$1.new"
  chmod 0444 "secrets/$1.new"
  mv "secrets/$1.new" "secrets/$1"
  echo "made secrets/$1"
}

if [ ! -e secrets/master_key ]; then
  head -c 32 /dev/urandom | base64 | write master_key
  echo 'Copy secrets/master_key to a safe place: without it, no document can ever be opened again.'
fi
if [ ! -e secrets/database_url ]; then
  password=$(hex 24)
  printf %s "$password" | write postgres_password
  printf 'postgres://deedbox:%s@postgres/deedbox\n' "$password" | write database_url
fi
if [ ! -e secrets/storage_url ]; then
  key=GK$(hex 12)
  secret=$(hex 32)
  write garage.env <<END
GARAGE_RPC_SECRET=$(hex 32)
GARAGE_DEFAULT_ACCESS_KEY=$key
GARAGE_DEFAULT_SECRET_KEY=$secret
GARAGE_DEFAULT_BUCKET=deedbox
END
  printf 's3://%s:%s@deedbox?endpoint=http://garage:3900&region=garage\n' "$key" "$secret" | write storage_url
fi
