#!/bin/sh
# Runs the gateway of compose: `gateway.sh <name> …`, with the names of other containers in CONF. nginx resolves a name once, but
# a container that is created again may get another container's address. Whenever an address changes, nginx reloads CONF, which
# interrupts no request. The script checks every LOOK_SECONDS.
set -eu
conf=${CONF:-/tmp/nginx.conf}

addresses() {
  for name in "$@"; do echo "$name $(getent hosts "$name" | cut -d ' ' -f 1)"; done
}

follow() {
  known=
  while sleep "${LOOK_SECONDS:-2}"; do
    now=$(addresses "$@")
    # If a name has no address, the reload fails and nginx keeps its configuration; the next check tries again.
    if [ "$now" != "$known" ] && nginx -c "$conf" -s reload; then known=$now; fi
  done
}

follow "$@" &
exec nginx -c "$conf" -g 'daemon off;'
