#!/bin/sh
# Starts a scavenge on each node of the event store, one node after another, to return the disk space of deleted events. NODES:
# the nodes' addresses. SCAVENGE_DAYS: the days between two rounds (0: one round, for your own cron). PAUSE: the seconds between
# two nodes, so that only one is busy at a time. EVENTSTORE_PASSWORD: the password of the user ops, with TLS.
set -eu

ask() {
  if [ -n "${EVENTSTORE_PASSWORD:-}" ]; then
    # Not on the command line, where other processes can read it.
    printf 'user = "ops:%s"\n' "$EVENTSTORE_PASSWORD" |
      curl --fail --silent --show-error --cacert /trusted/ca.crt --config - --request POST "$1"
  else
    curl --fail --silent --show-error --request POST "$1"
  fi
}

round() {
  status=0
  for node in $NODES; do
    # A node that is down is asked again in the next round; a node that already scavenges says so and continues.
    if ask "$node/admin/scavenge?threads=1"; then
      echo " scavenging began at $node"
    else
      echo "scavenging did not begin at $node" >&2
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
# Rounds follow the calendar: counted from the start of this script, a round would never come if it is restarted more often.
every=$((${SCAVENGE_DAYS:-7} * 86400))
while :; do
  sleep "$((every - $(date +%s) % every))"
  round || true
done
