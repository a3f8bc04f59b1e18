#!/bin/sh
# Makes a certificate authority and the certificates of three nodes, once. Whoever has the authority's key can make more:
# its volume is mounted nowhere else.
set -eu
[ -f /authority/ca.crt ] || es-gencert-cli create-ca -out /authority
for node in eventstore-1 eventstore-2 eventstore-3; do
  [ -f "/certificates/$node/node.crt" ] || es-gencert-cli create-node \
    -ca-certificate /authority/ca.crt -ca-key /authority/ca.key \
    -out "/certificates/$node" -dns-names "$node" -ip-addresses 127.0.0.1
done
cp /authority/ca.crt /trusted/ca.crt
chmod 644 /trusted/ca.crt
# The nodes run as this user.
chown -R 1000:1000 /certificates
chmod -R go= /certificates
