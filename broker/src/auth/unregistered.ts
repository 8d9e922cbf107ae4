import type pg from 'pg'

const ONCE_EVERY_MS = 60_000
const REMEMBERED = 10_000

const NOTE = `
insert into unregistered_devices (username, address, format) values ($1, $2, $3)
on conflict (username) do update set attempts = unregistered_devices.attempts + excluded.attempts, address = excluded.address,
  format = coalesce(excluded.format, unregistered_devices.format), last_seen_at = now()`

const TRIM = `
delete from unregistered_devices where username in (
  select username from unregistered_devices order by last_seen_at desc offset ${REMEMBERED})`

type Attempt = { username: string; address: string; format?: string | null }

/** "Seen, not registered": who knocked, at most once a minute each, so that a scan of the port fills nothing. */
export function createUnregisteredLog(db: pg.Pool, onError: (error: Error) => void) {
  const noted = new Map<string, number>()

  return ({ username, address, format = null }: Attempt, now = Date.now()): void => {
    if (!/^[0-9a-f]{10,15}$/.test(username)) return
    if (now - (noted.get(username) ?? 0) < ONCE_EVERY_MS) return
    if (noted.size >= REMEMBERED) noted.clear()
    noted.set(username, now)
    db.query(NOTE, [username, address, format])
      .then(() => (noted.size % 100 === 0 ? db.query(TRIM) : undefined))
      .catch(onError)
  }
}
