#!/bin/sh
# deedbox COMMAND: runs a command of Deedbox as its user deedbox, with the configuration of the service.
set -eu
case "${1-}" in
  ''|-h|--help|help|--version) exec /usr/lib/deedbox/bin/deedbox "$@" ;;
esac
DEEDBOX_DEFAULTS=/usr/lib/deedbox/defaults.env
DEEDBOX_ENV=${DEEDBOX_ENV:-/etc/deedbox/deedbox.env}
export DEEDBOX_DEFAULTS DEEDBOX_ENV
if [ "$(id -un)" = deedbox ]; then exec /usr/lib/deedbox/bin/deedbox "$@"; fi
if [ "$(id -u)" != 0 ]; then
  echo 'Run this as root: Deedbox changes to its own user.' >&2
  exit 1
fi
exec setpriv --reuid=deedbox --regid=deedbox --init-groups --no-new-privs /usr/lib/deedbox/bin/deedbox "$@"
