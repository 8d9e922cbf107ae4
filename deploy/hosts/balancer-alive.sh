#!/bin/sh
# Whether HAProxy on this machine answers (keepalived.conf asks each second).
exec curl --silent --fail --output /dev/null --max-time 1 http://127.0.0.1:8404/alive
