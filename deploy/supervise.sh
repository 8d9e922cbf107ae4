#!/usr/bin/env bash
# Runs a part, and ends it by force once it no longer says that it lives, so that Docker starts it again: Docker itself only notes that it is
# unhealthy. Frozen, it is gone after some forty seconds; a part that lives and misses its database goes on, for a start would not bring that back.
: "${LOOK_EVERY_SECONDS:=3}" "${ANSWERS_WITHIN_SECONDS:=4}" "${FAILURES:=5}"
folder=$(dirname "$0")

"$@" &
part=$!

watch_over() {
  local failures=0 has_lived=
  while sleep "$LOOK_EVERY_SECONDS"; do
    if timeout "$ANSWERS_WITHIN_SECONDS" bash "$folder/healthy.sh" 2>/dev/null; then
      failures=0 has_lived=true
    elif [ "$has_lived" ] && ((++failures >= FAILURES)); then
      printf '{"level":60,"name":"supervise","msg":"the part does not answer any more: it is ended, to be started again"}\n' >&2
      kill -KILL "$part"
      return
    fi
  done
}
watch_over &
watcher=$!

# On its way out it takes the time that it needs.
trap 'kill "$watcher" 2>/dev/null; kill -TERM "$part" 2>/dev/null' TERM INT
while true; do
  wait "$part"
  status=$?
  kill -0 "$part" 2>/dev/null || break
done
kill "$watcher" 2>/dev/null
exit "$status"
