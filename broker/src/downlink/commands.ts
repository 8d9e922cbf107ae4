import {
  type CommandKind,
  commandKinds,
  impersonalCommands,
  panicKinds,
  repetitions,
  SOON_MINUTES,
} from '@carewatch/contracts/commands'
import type pg from 'pg'

/** As a device is that was never sent anything; its sendings are counted on, so that an answer to an earlier one is none to a later. */
const UNKNOWN_SETTING = `revision = 0, digest = null, sent_at = null, answered_at = null, is_taken = null, is_read_back = false`
const UNKNOWN_SETTINGS = `reported = null, reported_revision = null, reported_at = null, sent_revision = null, sent_at = null`

export type TakenCommand = {
  uuid: string
  kind: CommandKind
  payload: Record<string, unknown>
  expiresAt: Date
  /** Whoever gave it may still wait for what it does at once. */
  isRecent: boolean
}

/**
 * Taken by one node only, in the order they were given. What was sent into a connection that fell, and was never answered, is sent again where that does no
 * harm, and where nothing was ordered since that it would undo.
 * An old connection that is dead and not closed takes nothing once the watch is at another node.
 * With a factory reset nothing is known to be on the watch any more, before it is told: what it answered earlier says nothing of what it has then.
 */
const TAKE = `
with taken as (
update device_commands c set state = 'SENT', sent_at = now(), updated_at = now(), door_id = $3
from (
  select id from device_commands one
  where device_id = $1 and done_at is null and expires_at > now()
    and (state = 'QUEUED' or (state = 'SENT' and (sent_at < $2 or door_id <> $3)
      and (kind = any($5::text[]) or (kind = any($6::text[]) and created_at > now() - interval '${SOON_MINUTES} minutes'))
      and not exists (select from device_commands newer where newer.device_id = $1 and newer.id > one.id
        and (newer.kind in (one.kind, 'RESET') or (newer.kind = any($7::text[]) and one.kind = any($7::text[]))))))
    and not exists (select from device_status s where s.device_id = $1 and s.online and s.door_id <> $3 and s.connection > $4)
  order by created_at, id for update skip locked) waiting
where c.id = waiting.id
returning c.id, c.uuid, c.kind, c.payload, c.expires_at as "expiresAt", c.created_at > now() - interval '${SOON_MINUTES} minutes' as "isRecent"),
forgotten as (
  update setting_states set ${UNKNOWN_SETTING} where device_id = $1 and exists (select from taken where kind = 'RESET')),
forgotten_whole as (
  update watch_settings set ${UNKNOWN_SETTINGS} where device_id = $1 and exists (select from taken where kind = 'RESET'))
select id, uuid, kind, payload, "expiresAt", "isRecent" from taken`

/** The connection that carries a command: whose, since when, its number, and at which node. */
export type Down = {
  deviceId: number
  signedInAt: Date
  connection: number
  nodeId: number
}

const repeated = (when: (typeof repetitions)[CommandKind]): CommandKind[] =>
  commandKinds.filter((kind) => repetitions[kind] === when)

/** The commands that wait for a watch, now as sent. */
export async function takeCommands(db: pg.Pool, down: Down): Promise<TakenCommand[]> {
  const { deviceId, signedInAt, nodeId, connection } = down
  const values = [deviceId, signedInAt, nodeId, connection, repeated('always'), repeated('soon'), panicKinds]
  const { rows } = await db.query<TakenCommand & { id: number }>(TAKE, values)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** As long as somebody who gave a command waits for it. */
const RECENT = `
select id, uuid, kind, payload, expires_at as "expiresAt", true as "isRecent" from device_commands
where device_id = $1 and done_at is null and expires_at > now() and created_at > now() - interval '${SOON_MINUTES} minutes' and kind = any($2::text[])
order by created_at, id`

/** What says nothing of whoever wears a device, and is taken by nobody who is not known to be it: for them to have a copy of. */
export async function recentCommands(db: pg.Pool, deviceId: number): Promise<TakenCommand[]> {
  return (await db.query<TakenCommand>(RECENT, [deviceId, impersonalCommands])).rows
}

const SETTLE = `
update device_commands set state = $3, done_at = now(), updated_at = now()
where device_id = $1 and uuid = $2 and done_at is null`

/** How a command ended. `SENT`: it is all that will ever be known of it, the watch does not answer. */
export type Ending = { deviceId: number; uuid: string; state: 'DELIVERED' | 'FAILED' | 'SENT' }

export const settleCommand = (db: pg.Pool, { deviceId, uuid, state }: Ending): Promise<unknown> =>
  db.query(SETTLE, [deviceId, uuid, state])

/** Sent, and the connection fell before it arrived: back in the queue. */
const UNSEND = `
update device_commands set state = 'QUEUED', sent_at = null, updated_at = now()
where device_id = $1 and uuid = $2 and done_at is null and state = 'SENT'`

export const returnCommand = (db: pg.Pool, deviceId: number, uuid: string): Promise<unknown> =>
  db.query(UNSEND, [deviceId, uuid])
