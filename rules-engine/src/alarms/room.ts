import { type AlarmKind, alarmKind, type Direction, type Severity } from '@carewatch/contracts/alarms'
import type pg from 'pg'
import { opened } from './attend.ts'
import type { AlarmRow, Outcome } from './change.ts'
import { ended } from './clear.ts'
import { repeat } from './trigger.ts'

/** What the rules want done to the alarms of a room's beacon. */
export type RoomChange = { beaconId: number; direction: Direction; at: Date } & (
  | {
      change: 'trigger'
      kind: AlarmKind
      severity: Severity
      value: number | null
      isLate: boolean
      /** It was not so before: only this opens an alarm; what goes on keeps the open one going. */
      isNew: boolean
      roomId: number | null
      gatewayId: number | null
      companyId: number
      branchId: number
    }
  | { change: 'clear'; kind: AlarmKind }
)
export type RoomTrigger = Extract<RoomChange, { change: 'trigger' }>

const OPEN = `
select * from alarms where beacon_id = $1 and kind = $2 and direction = $3 and closed_at is null and device_id is null and not rehearsal
for no key update`

const INSERT = `
insert into alarms (beacon_id, gateway_id, room_id, company_id, branch_id, kind, direction, category, severity, latched, late, value, opened_at, last_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) on conflict do nothing returning *`

/** Who strays goes on: the alarm is where they are now. */
const MOVE =
  'update alarms set room_id = $2, gateway_id = coalesce($3, gateway_id) where id = $1 and room_id is distinct from $2'

const CLEAR = `
update alarms set active = false, cleared_at = $4::timestamptz, closed_at = case when acknowledged_at is not null then $4::timestamptz end
where beacon_id = $1 and kind = $2 and direction = $3 and closed_at is null and active and not latched and device_id is null and not rehearsal
returning *`

/** The alarms of rooms, each of one beacon: at most one open of a kind and side. In the caller's transaction. */
export async function applyRoomChanges(
  db: pg.ClientBase,
  changes: readonly RoomChange[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const change of changes) {
    const outcome = change.change === 'trigger' ? await trigger(db, change) : await clear(db, change)
    if (outcome) outcomes.push(outcome)
  }
  return outcomes
}

async function trigger(db: pg.ClientBase, change: RoomTrigger): Promise<Outcome | undefined> {
  const { beaconId, kind, direction, roomId, gatewayId } = change
  const { rows } = await db.query<AlarmRow>(OPEN, [beaconId, kind, direction])
  const [open] = rows
  if (open) {
    if (roomId !== null) await db.query(MOVE, [open.id, roomId, gatewayId])
    return repeat(db, change, { open, change: { ...change, fence: undefined } })
  }
  // A person ended the alarm and knows how it is: the next time that it becomes so is news again.
  if (!change.isNew) return undefined
  const alarm = await insert(db, change)
  // Somebody opened it between the two statements: then it is there now.
  return alarm ? { alarm, change: 'opened' } : trigger(db, change)
}

async function insert(db: pg.ClientBase, change: RoomTrigger): Promise<AlarmRow | undefined> {
  const { category, latched } = alarmKind(change.kind)
  const { rows } = await db.query<AlarmRow>(INSERT, [
    change.beaconId,
    change.gatewayId,
    change.roomId,
    change.companyId,
    change.branchId,
    change.kind,
    change.direction,
    category,
    change.severity,
    latched,
    change.isLate,
    change.value,
    change.at,
  ])
  const [alarm] = rows
  if (alarm) await opened(db, [{ place: change, alarm }])
  return alarm
}

async function clear(
  db: pg.ClientBase,
  { beaconId, kind, direction, at }: Extract<RoomChange, { change: 'clear' }>,
): Promise<Outcome | undefined> {
  const { rows } = await db.query<AlarmRow>(CLEAR, [beaconId, kind, direction, at])
  return ended(db, rows[0])
}
