#!/bin/sh
# Whether the shared address may be here (keepalived.conf asks each second): not where HAProxy misses the database while etcd says that the other machine,
# $1, leads it. Two that cannot hear each other would both take the address, and whoever came to the wrong one would wait until they can.
ask() { curl --silent --max-time 1 "$@"; }
ask --fail --output /dev/null http://127.0.0.1:8404/leads && exit 0
! ask 'http://127.0.0.1:2379/v2/keys/service/carewatch/leader?quorum=true' | grep -q "\"value\":\"$1\""
