import { alarmKind } from '@carewatch/contracts/alarms'
import { OUTAGE } from '@carewatch/contracts/rules/outage'
import type pg from 'pg'
import { resumeChain } from '../escalation/resume.ts'
import { opened } from './attend.ts'
import type { AlarmRow, Outcome } from './change.ts'
import { ended } from './clear.ts'
import { writeHistory } from './history.ts'

/** A gateway that fell silent, or speaks again. */
export type GatewayChange = {
  gatewayId: number
  roomId: number | null
  companyId: number | null
  branchId: number | null
  silent: boolean
}

const KIND = 'GATEWAY_OFFLINE'

const OPEN = `
insert into alarms (gateway_id, room_id, company_id, branch_id, kind, category, severity, opened_at, last_at, incident_id)
values ($1, $2, $3, $4, '${KIND}', $5, 'MEDIUM', $6, $6,
  (select id from alarms where branch_id = $4 and kind = 'OUTAGE' and closed_at is null and active
    and last_at >= $6::timestamptz - interval '${OUTAGE.withinMs} milliseconds')) on conflict do nothing
returning *, incident_id is not null as "isHeldBack"`

/** It calmed down before anybody had seen it, and is back. */
const AGAIN = `
update alarms set count = count + 1, last_at = $2, active = true, cleared_at = null
where gateway_id = $1 and device_id is null and kind = '${KIND}' and closed_at is null and not active returning *`

const CLEAR = `
update alarms set active = false, cleared_at = $2::timestamptz, closed_at = case when acknowledged_at is not null
  or not exists (select from notifications n where n.alarm_id = alarms.id) then $2::timestamptz end
where gateway_id = $1 and device_id is null and kind = '${KIND}' and closed_at is null and active returning *`

export async function applyGatewayChanges(
  db: pg.ClientBase,
  changes: readonly GatewayChange[],
  at: Date,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const change of changes) {
    const outcome = change.silent ? await silenced(db, change, at) : await backOnline(db, change, at)
    if (outcome) outcomes.push(outcome)
  }
  return outcomes
}

async function silenced(db: pg.ClientBase, change: GatewayChange, at: Date): Promise<Outcome | undefined> {
  const { gatewayId, roomId, companyId, branchId } = change
  const { rows } = await db.query<AlarmRow>(AGAIN, [gatewayId, at])
  const [again] = rows
  if (again) {
    await writeHistory(db, { alarmId: again.id, step: 'REPEATED', severity: again.severity })
    await resumeChain(db, again.id)
    return { alarm: again, change: 'repeated' }
  }
  const { category } = alarmKind(KIND)
  const made = await db.query<AlarmRow & { isHeldBack: boolean }>(OPEN, [
    gatewayId,
    roomId,
    companyId,
    branchId,
    category,
    at,
  ])
  const [alarm] = made.rows
  if (!alarm) return undefined
  if (alarm.isHeldBack) {
    // The outage of its branch is told already.
    await writeHistory(db, { alarmId: alarm.id, step: 'OPENED', severity: alarm.severity })
    return undefined
  }
  await opened(db, [{ place: change, alarm }])
  return { alarm, change: 'opened' }
}

async function backOnline(
  db: pg.ClientBase,
  { gatewayId }: GatewayChange,
  at: Date,
): Promise<Outcome | undefined> {
  const { rows } = await db.query<AlarmRow>(CLEAR, [gatewayId, at])
  return ended(db, rows[0])
}
