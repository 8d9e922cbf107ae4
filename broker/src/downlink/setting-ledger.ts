import { createHash } from 'node:crypto'
import type { SettingName } from '@carewatch/contracts/settings'
import type pg from 'pg'

/** What came of a setting at its last sending. */
export type SettingState = {
  setting: SettingName
  revision: number
  digest: string | null
  /** Null: not answered, or nothing was sent for it. */
  isTaken: boolean | null
  /** It did not answer the same before, though it went on speaking: too soon to try again. */
  isTooSoon: boolean
}
export type Ledger = ReadonlyMap<SettingName, SettingState>

/** Twice as long after each connection that left it unanswered, up to what it was without a ledger. */
const READ = `
select setting, revision, digest, is_taken as "isTaken",
  coalesce(unanswered > 0 and is_taken is null
    and sent_at > now() - least(interval '6 hours', interval '5 minutes' * 2 ^ least(unanswered, 10)), false) as "isTooSoon"
from setting_states where device_id = $1`

export async function readLedger(db: pg.Pool, deviceId: number): Promise<Ledger> {
  const { rows } = await db.query<SettingState>({ name: 'setting-states', text: READ, values: [deviceId] })
  return new Map(rows.map((row) => [row.setting, row]))
}

/** By it one knows whether a device has the same; what it says cannot be read from it. */
export const digestOf = (parts: readonly (Uint8Array | string)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}

/** What is sent for each setting, as a digest; null: nothing, the device keeps its own. */
export type Sending = ReadonlyMap<SettingName, string | null>

const SEND = `
insert into setting_states as s (device_id, setting, revision, digest, sent_at)
select $1, sent.setting, $2, sent.digest, case when sent.digest is not null then now() end
from unnest($3::text[], $4::text[]) as sent (setting, digest)
on conflict (device_id, setting) do update set revision = excluded.revision, digest = excluded.digest, attempt = s.attempt + 1,
  unanswered = case when s.digest = excluded.digest then s.unanswered else 0 end,
  sent_at = excluded.sent_at, answered_at = null, is_taken = null, is_read_back = false
where s.revision <= excluded.revision
returning setting, attempt`

/** Which sending of each setting this is. */
export type Attempts = ReadonlyMap<SettingName, number>

/** Written before anything is sent: what may have reached a device is never taken for what it had before. Answers the settings of which nothing newer was sent. */
export async function noteSending(
  db: pg.Pool,
  { deviceId, revision, sending }: { deviceId: number; revision: number; sending: Sending },
): Promise<Attempts> {
  if (sending.size === 0) return new Map()
  const values = [deviceId, revision, [...sending.keys()], [...sending.values()]]
  const { rows } = await db.query<{ setting: SettingName; attempt: number }>(SEND, values)
  return new Map(rows.map(({ setting, attempt }) => [setting, attempt]))
}

const UNANSWERED = `
update setting_states s set unanswered = s.unanswered + 1
from unnest($2::text[], $3::int[]) as sent (setting, attempt)
where s.device_id = $1 and s.setting = sent.setting and s.attempt = sent.attempt and s.is_taken is null`

/** A device speaks of other things for long and leaves these sendings unanswered. */
export async function noteUnanswered(db: pg.Pool, deviceId: number, attempts: Attempts): Promise<void> {
  if (attempts.size > 0) await db.query(UNANSWERED, [deviceId, [...attempts.keys()], [...attempts.values()]])
}

const UNCHANGED = `
update setting_states set revision = $2 where device_id = $1 and revision < $2 and setting = any($3::text[])`

/** Of these a newer revision of the settings wants the same as before. */
export async function noteUnchanged(
  db: pg.Pool,
  { deviceId, revision, settings }: { deviceId: number; revision: number; settings: readonly SettingName[] },
): Promise<void> {
  if (settings.length > 0) await db.query(UNCHANGED, [deviceId, revision, settings])
}

const ANSWER = `
update setting_states s set is_taken = $2, is_read_back = $3,
  answered_at = case when s.is_taken = $2 and s.is_read_back = $3 then s.answered_at else now() end
from unnest($4::text[], $5::int[]) as answered (setting, attempt)
where s.device_id = $1 and s.setting = answered.setting and s.attempt = answered.attempt and s.sent_at is not null
returning s.setting`

export type SettingsAnswer = {
  deviceId: number
  attempts: Attempts
  isTaken: boolean
  isReadBack?: boolean
}

/** What a device answered to these sendings. Answers the settings of which nothing was sent since. */
export async function noteSettingsAnswer(
  db: pg.Pool,
  { deviceId, attempts, isTaken, isReadBack = false }: SettingsAnswer,
): Promise<SettingName[]> {
  if (attempts.size === 0) return []
  const values = [deviceId, isTaken, isReadBack, [...attempts.keys()], [...attempts.values()]]
  return (await db.query<{ setting: SettingName }>(ANSWER, values)).rows.map(({ setting }) => setting)
}

const TAKEN = `
update watch_settings set reported = coalesce(reported, '{}') || $2::jsonb, reported_at = now() where device_id = $1`

/** What a device has taken, beside what it has. */
export async function noteTaken(db: pg.Pool, deviceId: number, values: object): Promise<void> {
  await db.query(TAKEN, [deviceId, JSON.stringify(values)])
  await noteReached(db, deviceId)
}

const REACHED = `
update watch_settings w set reported_revision = w.sent_revision
where w.device_id = $1 and coalesce(w.reported_revision, 0) < w.sent_revision and not exists (
  select from setting_states s where s.device_id = $1 and s.sent_at is not null and s.is_taken is not true)`

/** A device that lacks nothing of what was sent has the whole revision. */
export const noteReached = (db: pg.Pool, deviceId: number): Promise<unknown> => db.query(REACHED, [deviceId])

/** What a watch has of its mode during a panic: none that is ever wanted. */
export const PANIC = 'PANIC_ON'

const IN_PANIC = `
update setting_states set digest = case when $2 then '${PANIC}' end
where device_id = $1 and setting = 'operationMode' and ($2 or digest = '${PANIC}')`

/** Written before a panic goes down or is ended: the watch has another pace than its mode's until the mode is sent again. */
export const notePanic = (db: pg.Pool, deviceId: number, isOn: boolean): Promise<unknown> =>
  db.query(IN_PANIC, [deviceId, isOn])
