#!/bin/sh
# Creates a certificate authority and the certificates of three nodes, valid for ten years each: by default the tool makes node
# certificates for one year, after which no node trusts another. It renews certificates older than RENEW_DAYS; a node reads its
# certificate when it starts. Whoever has the authority's key can create more: its volume is mounted nowhere else.
set -eu
[ -f /authority/ca.crt ] || es-gencert-cli create-ca -days 3650 -out /authority
for node in eventstore-1 eventstore-2 eventstore-3; do
  of=/certificates/$node
  [ -z "$(find "$of/node.crt" -mtime "-${RENEW_DAYS:-300}" 2>/dev/null)" ] || continue
  rm -rf "$of.new"
  es-gencert-cli create-node -days 3650 \
    -ca-certificate /authority/ca.crt -ca-key /authority/ca.key \
    -out "$of.new" -dns-names "$node" -ip-addresses 127.0.0.1
  rm -rf "$of"
  mv "$of.new" "$of"
done
cp /authority/ca.crt /trusted/ca.crt
chmod 644 /trusted/ca.crt
# The nodes run as this user.
chown -R 1000:1000 /certificates
chmod -R go= /certificates
