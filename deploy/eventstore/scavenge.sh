#!/bin/sh
# Has each node of the event store give back the space of what was deleted, one node after another: NODES are their
# addresses, SCAVENGE_DAYS the days between two rounds (0: one round, for a cron of your own), PAUSE the seconds between
# two nodes, so that the others are undisturbed meanwhile. EVENTSTORE_PASSWORD is that of the user ops, where there is TLS.
set -eu

ask() {
  if [ -n "${EVENTSTORE_PASSWORD:-}" ]; then
    # Not on the command line, where other processes see it.
    printf 'user = "ops:%s"\n' "$EVENTSTORE_PASSWORD" |
      curl --fail --silent --show-error --cacert /trusted/ca.crt --config - --request POST "$1"
  else
    curl --fail --silent --show-error --request POST "$1"
  fi
}

round() {
  status=0
  for node in $NODES; do
    # A node that is away is asked in the next round; one that scavenges already says so, and goes on.
    if ask "$node/admin/scavenge?threads=1"; then
      echo " scavenging began at $node"
    else
      echo "no scavenging at $node" >&2
      status=1
    fi
    sleep "${PAUSE:-21600}"
  done
  return $status
}

if [ "${SCAVENGE_DAYS:-7}" = 0 ]; then
  PAUSE=${PAUSE:-0}
  round
  exit
fi
# By the calendar: counted from its start, a round would never come where this is started anew more often.
every=$((${SCAVENGE_DAYS:-7} * 86400))
while :; do
  sleep "$((every - $(date +%s) % every))"
  round || true
done
