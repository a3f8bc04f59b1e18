#!/bin/sh
# Runs the gateway of compose: `gateway.sh <name> …`, the names being those in CONF that other containers have. nginx looks a
# name up once, and a container that is made anew may get the address of another: whenever one has changed nginx reads CONF
# again, which breaks nothing off. LOOK_SECONDS lie between two looks.
set -eu
conf=${CONF:-/tmp/nginx.conf}

addresses() {
  for name in "$@"; do echo "$name $(getent hosts "$name" | cut -d ' ' -f 1)"; done
}

follow() {
  known=
  while sleep "${LOOK_SECONDS:-2}"; do
    now=$(addresses "$@")
    # With a name that has no address nginx keeps what it knows, and is asked again.
    if [ "$now" != "$known" ] && nginx -c "$conf" -s reload; then known=$now; fi
  done
}

follow "$@" &
exec nginx -c "$conf" -g 'daemon off;'
