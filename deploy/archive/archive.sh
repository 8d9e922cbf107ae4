#!/usr/bin/env bash
# Backups by pgBackRest, restores to a moment, and a drill of one each night (docs/operations.md). Runs as who owns the cluster.
#   keep            backs up each night and drills, for as long as it runs
#   backup full|incr, drill, figures
#   restore 'YYYY-MM-DD hh:mm:ss+00'   in place of the cluster, while PostgreSQL is stopped; `latest`: as far as the archive reaches
# Told by the environment: PGDATA, PGHOST (the folder of its socket), PGPORT, PGUSER (a superuser), PGDATABASE.
set -euo pipefail
: "${PGDATA:?}" "${PGHOST:=/var/run/postgresql}" "${PGPORT:=5432}" "${PGUSER:=carewatch}" "${PGDATABASE:=carewatch}"
: "${ARCHIVE_STATE:=/archive-state}" "${ARCHIVE_DRILL:=/archive-drill}" "${NIGHT_HOUR:=2}" "${LOOK_EVERY_SECONDS:=60}"
export PGHOST PGPORT PGUSER PGDATABASE PSQLRC=/dev/null

say() { printf '%s %s\n' "$(date -u +%FT%TZ)" "$*" >&2; }
ask() { psql -X -qAt -v ON_ERROR_STOP=1 "$@"; }
run() { pgbackrest --stanza=carewatch --pg1-path="$PGDATA" "$@"; }
run_live() { run "$@" --pg1-socket-path="$PGHOST" --pg1-port="$PGPORT" --pg1-user="$PGUSER" --pg1-database="$PGDATABASE"; }
# Whole or not at all: it is read while it is written.
put() { cat > "$ARCHIVE_STATE/$1.new" && mv "$ARCHIVE_STATE/$1.new" "$ARCHIVE_STATE/$1"; }

# Of the backups there are, by what stands in the repository.
of_backups() {
  local info
  info=$(pgbackrest --stanza=carewatch info --output=json) || return
  ask -v info="$info" -v hour="$NIGHT_HOUR" <<SQL
set time zone 'UTC';
with backups as (
  select to_timestamp((backup->'timestamp'->>'stop')::float8) as at, backup->>'type' as type,
    (backup->'info'->>'size')::numeric / 1024 as kilobytes
  from json_array_elements(:'info'::json) stanza, json_array_elements(stanza->'backup') backup
), night as (select date_trunc('day', now() - make_interval(hours => :hour)) + make_interval(hours => :hour) as at)
$1;
SQL
}

figures() {
  of_backups "select 'carewatch_backup_seconds ' || coalesce(floor(extract(epoch from max(at))), 0) from backups" | put backup.prom
}

# Which backup the last night asks for; none where it is there.
due() {
  of_backups "select case when not exists (select from backups, night where backups.at >= night.at) then
    case when exists (select from backups, night where type = 'full' and backups.at > night.at - interval '6 days 12 hours')
      then 'incr' else 'full' end end from night"
}

# Whether the newest backup waits for a drill that went well: one that failed or was cut off is tried again.
is_drill_due() {
  local backed_up tried went_well
  read -r _ backed_up < "$ARCHIVE_STATE/backup.prom"
  [ "$backed_up" -gt 0 ] || return
  [ -s "$ARCHIVE_STATE/drill.prom" ] || return 0
  went_well=$(sed -n 's/^carewatch_restore_drill_success //p' "$ARCHIVE_STATE/drill.prom")
  tried=$(sed -n 's/^carewatch_restore_drill_seconds //p' "$ARCHIVE_STATE/drill.prom")
  [ "$went_well" != 1 ] || [ "${tried:-0}" -lt "$backed_up" ]
}

backup() {
  say "a backup begins: $1"
  run_live backup --type="$1"
  figures
  say 'a backup is done'
}

# What an hour of care leaves behind; of what is older than :at.
COUNTS="select concat_ws(' ',
  (select count(*) from users where created_at < :'at'), (select count(*) from devices where created_at < :'at'),
  (select count(*) from readings where time >= :'at'::timestamptz - interval '1 hour' and time < :'at'))"
in_words() { printf '%s people, %s devices, %s readings of an hour' "$1" "$2" "$3"; }
# Whether each of what a restore has lies between what the database had before its moment and after it: readings come late, and people go.
lies_between() {
  local -a before after found
  read -ra before <<< "$1" && read -ra after <<< "$2" && read -ra found <<< "$3"
  local i low high
  for i in 0 1 2; do
    low=${before[i]} high=${after[i]}
    [ "$low" -le "$high" ] || { low=${after[i]} high=${before[i]}; }
    [ "$low" -le "${found[i]}" ] && [ "${found[i]}" -le "$high" ] || return 1
  done
}

end_drill() {
  [ ! -s "$ARCHIVE_DRILL/cluster/postmaster.pid" ] || pg_ctl -D "$ARCHIVE_DRILL/cluster" -m immediate -w stop > /dev/null || true
  rm -rf "${ARCHIVE_DRILL:?}"/*
}

# Starts what lies in a folder with nobody but us let in, not archiving, and waits until it has come to its moment.
start_beside() {
  local cluster=$1
  printf 'local all all trust\n' > "$cluster/drill_hba.conf"
  pg_ctl -D "$cluster" -l "$cluster/drill.log" -w -t 14400 start -o "-c hba_file='$cluster/drill_hba.conf' \
    -c listen_addresses='' -c unix_socket_directories='$ARCHIVE_DRILL' -c archive_mode=off -c hot_standby=off \
    -c shared_buffers=64MB -c fsync=off -c timescaledb.telemetry_level=off" > /dev/null || return
  # It counts as started before it has come to its moment.
  until PGHOST=$ARCHIVE_DRILL ask -c 'select 1' > /dev/null 2>&1; do
    pg_ctl -D "$cluster" status > /dev/null || return
    sleep 1
  done
}

# A drill that fills a disk takes others with it. A fifth and 256 MB more, for the log that is read again.
has_room() {
  local needed free
  needed=$(of_backups 'select ceil(kilobytes * 1.2) + 262144 from backups order by at desc limit 1')
  free=$(df -Pk "$ARCHIVE_DRILL" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge "${needed:-0}" ] || {
    printf 'no room for a restore: it takes %s MB, and the volume of drills has %s MB free\n' "$((needed / 1024))" "$((free / 1024))"
    return 1
  }
}

try_restore() {
  local moment at before after beside began=$SECONDS
  has_room
  # A backup is gone back to from the second after it ended on.
  ask -c 'select pg_sleep(2)' > /dev/null
  at=$(ask -c "select clock_timestamp() - interval '1 minute'")
  before=$(ask -v at="$at" <<< "$COUNTS")
  # A transaction after it: where PostgreSQL sees that it is beyond.
  moment=$(ask -c 'select clock_timestamp()') && ask -c 'select txid_current()' > /dev/null
  run_live check
  after=$(ask -v at="$at" <<< "$COUNTS")
  mkdir -m 700 "$ARCHIVE_DRILL/cluster"
  pgbackrest --stanza=carewatch --pg1-path="$ARCHIVE_DRILL/cluster" restore --type=time --target="$moment" --target-action=promote
  if ! start_beside "$ARCHIVE_DRILL/cluster"; then
    tail -n 5 "$ARCHIVE_DRILL/cluster/drill.log" >&2
    return 1
  fi
  beside=$(PGHOST=$ARCHIVE_DRILL ask -v at="$at" <<< "$COUNTS")
  # shellcheck disable=SC2086 # Three numbers each.
  if ! lies_between "$before" "$after" "$beside"; then
    printf 'a restore to %s differs: the database had %s before and %s after it, the restore has %s\n' \
      "$moment" "$(in_words $before)" "$(in_words $after)" "$(in_words $beside)"
    return 1
  else
    printf 'a restore to %s has %s, as the database has; it took %s s\n' "$moment" "$(in_words $beside)" "$((SECONDS - began))"
  fi
}

drill() {
  local words is_fine=0
  trap end_drill EXIT
  end_drill
  # In a shell of its own: what fails in it ends it there, and is what the drill is for.
  set +e
  words=$(set -e; try_restore)
  case $? in 0) is_fine=1 ;; esac
  set -e
  : "${words:=a restore failed: the log of the archive says where}"
  printf '%s\n' "$words" | put drill.txt
  printf 'carewatch_restore_drill_success %s\ncarewatch_restore_drill_seconds %s\n' "$is_fine" "$(date +%s)" | put drill.prom
  say "drill: $words"
  end_drill
  [ "$is_fine" = 1 ]
}

# Nobody answers at its socket.
is_stopped() {
  local answer=0
  pg_isready -q || answer=$?
  [ "$answer" -eq 2 ]
}
# Whose the cluster is: of who runs it, or of who was ended so that it could not take its name away.
runner() { cat "$PGDATA/postmaster.pid" 2> /dev/null || true; }

restore() {
  local moment=${1:-} before ran aim
  local form='^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?[+-][0-9]{2}(:?[0-9]{2})?$'
  if [ "$moment" = latest ]; then
    aim=(--type=default)
  elif [[ $moment =~ $form ]]; then
    aim=(--type=time --target="$moment" --target-action=promote)
  else
    say "restore takes a moment with its zone, '2026-11-27 03:10:00+00', or latest"
    return 1
  fi
  ran=$(runner)
  if ! is_stopped; then
    say 'PostgreSQL runs: stop every part and the database first. Nothing was changed.'
    return 1
  fi
  rm -rf "$PGDATA.restoring"
  mkdir -p "$(dirname "$PGDATA")"
  mkdir -m 700 "$PGDATA.restoring"
  pgbackrest --stanza=carewatch --pg1-path="$PGDATA.restoring" restore "${aim[@]}" \
    --recovery-option="restore_command=pgbackrest --stanza=carewatch --pg1-path=\"$PGDATA\" archive-get %f \"%p\""
  # Meanwhile somebody may have started it.
  if ! is_stopped || [ "$(runner)" != "$ran" ]; then
    say "PostgreSQL was started meanwhile: stop it and restore again. Nothing was changed; $PGDATA.restoring can be taken away."
    return 1
  fi
  if [ -d "$PGDATA" ]; then
    before=$PGDATA.before-$(date -u +%Y%m%dT%H%M%SZ)
    mv "$PGDATA" "$before"
    say "What there was lies in $before: take it away once everything is as it should be."
  fi
  mv "$PGDATA.restoring" "$PGDATA"
  say "Start PostgreSQL: it goes on to $moment and takes calls then."
}

# What is due: a backup of that type, where there is one, and a drill.
attend() {
  [ -z "$1" ] || bash "$0" backup "$1" || return
  ! is_drill_due || bash "$0" drill
}

keep() {
  local type
  trap 'exit 0' TERM INT
  # Until there is something to keep.
  until [ "$(ask -c "select to_regclass('public.readings') is not null and not pg_is_in_recovery()" 2> /dev/null)" = t ]; do pause 1; done
  run_live stanza-create
  end_drill
  while true; do
    # Of two machines on the one that leads, which may be another one by now.
    if [ "$(ask -c 'select pg_is_in_recovery()' 2> /dev/null)" = t ]; then
      pause "$LOOK_EVERY_SECONDS"
      continue
    fi
    if ! type=$(due) || ! figures; then
      say 'the database or the repository does not answer'
    elif ! attend "$type"; then
      say 'it failed, and is tried again in a quarter of an hour'
      pause 900
    fi
    pause "$LOOK_EVERY_SECONDS"
  done
}
# Ends at once where it is asked to.
pause() { sleep "$1" & wait $! || true; }

case ${1:-} in
  keep | drill | figures) "$1" ;;
  backup) backup "${2:-incr}" ;;
  restore) restore "${2:-}" ;;
  *)
    sed -n '2,6s/^# //p' "$0" >&2
    exit 2
    ;;
esac
