import { sweepSilentDoors } from '@carewatch/platform/silent-doors'
import type pg from 'pg'
import { createPresence, type PresenceOptions } from '../presence/presence.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Lines } from '../tcp/connections.ts'

const BEAT_MS = 2_000
const SWEEP_MS = 5_000
const HOLD_ON_MS = 10_000
/** A watch that loses its line is at another door within so long, or not at once. */
const COMES_ELSEWHERE_MS = 1_000

const ENTER = 'insert into front_doors default values returning id'
/** One that was frozen for a day finds its row gone. */
const BEAT = `
insert into front_doors (id) overriding system value values ($1)
on conflict (id) do update set seen_at = now()`

/** An earlier version did not write down at which door they are. */
const NOBODYS = `
with rooms as (update gateways set online = false where online and door_id is null)
update device_status set online = false where online and door_id is null`

/** This front door's name among the others. */
export async function enterAsDoor(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ id: number }>(ENTER)
  await db.query(NOBODYS)
  return rows[0]?.id ?? 0
}

type Standing = Omit<PresenceOptions, 'patienceMs' | 'onLost'> & {
  sessions: Sessions
  lines: Lines
  isShared: boolean
}

/** Says that this front door lives and who is at it, and looks after what silent doors held. */
export async function standAsDoor({ sessions, lines, isShared, ...options }: Standing) {
  const { db, doorId, onError } = options
  const patienceMs = isShared ? COMES_ELSEWHERE_MS : 0
  const onLost = (deviceId: number, connection: number): void => {
    const line = lines.of(deviceId)
    if (line && line.connection <= connection) line.close()
  }
  const presence = createPresence({ ...options, patienceMs, onLost })
  const sweep = async (): Promise<void> => presence.tellGone(await sweepSilentDoors(db))
  const beat = async (): Promise<unknown> => db.query(BEAT, [doorId])
  const holdOn = (): Promise<void> => presence.holdOn(() => new Map([...sessions.held(), ...lines.held()]))
  const every = (ms: number, work: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => void work().catch(onError), ms)

  await sweep()
  const beating = every(BEAT_MS, beat)
  const timers = [every(SWEEP_MS, sweep), every(HOLD_ON_MS, holdOn)]
  /** Whoever is still here is connected, however long the way out takes: it says that it lives until the last is out. */
  const leave = (): void => {
    timers.forEach(clearInterval)
    presence.leave()
  }
  /** Its row stays: what it held has a moment to come to another door before anybody calls it gone. */
  const end = (): void => clearInterval(beating)
  return { presence, leave, end }
}
