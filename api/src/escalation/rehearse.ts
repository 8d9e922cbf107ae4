import { type AlarmKind, alarmKind, type Direction, type Severity } from '@carewatch/contracts/alarms'
import { type ChainFamily, startOf } from '@carewatch/contracts/escalation'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { rehearseEscalation as contract } from '@carewatch/contracts/http/escalation'
import { endRehearsals } from '@carewatch/platform/escalation/rehearsals'
import { alarmHistory, alarms, notifications } from '@carewatch/migrations/schema/alarms'
import type { devices } from '@carewatch/migrations/schema/devices'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { toAlarm } from '../alarms/alarm-rows.ts'
import type { Tx } from '../alarms/steps.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import { getVisibleAlarm } from '../alarms/visible-alarm.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { orConflict } from '../http/unique.ts'
import type { Services } from '../services.ts'
import { chainsOf } from './read.ts'
import type { Seen } from '../access/seen.ts'

type Device = Seen<typeof devices.$inferSelect>
type Rehearsed = { kind: AlarmKind; direction: Direction; severity: Severity }

/** An alarm that each family takes care of, without a figure: none was measured. */
const rehearsed: Record<ChainFamily, Rehearsed> = {
  EMERGENCY: { kind: 'SOS', direction: 'NONE', severity: 'CRITICAL' },
  HIGH: { kind: 'HEART_RATE', direction: 'HIGH', severity: 'HIGH' },
  MEDIUM: { kind: 'HEART_RATE', direction: 'HIGH', severity: 'MEDIUM' },
  LOW: { kind: 'HEART_RATE', direction: 'HIGH', severity: 'LOW' },
  TECHNICAL: { kind: 'OFFLINE', direction: 'NONE', severity: 'MEDIUM' },
}

const one = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('The insert answered no row.')
  return row
}

async function open(tx: Tx, caller: Caller, { device, family }: { device: Device; family: ChainFamily }) {
  const { id: deviceId, companyId, branchId } = device
  const what = rehearsed[family]
  const { category, latched, notification: type } = alarmKind(what.kind)
  const now = new Date()
  const times = { openedAt: now, lastAt: now }
  const place = { deviceId, companyId, branchId }
  const alarm = one(
    await tx
      .insert(alarms)
      .values({ ...place, ...what, ...times, category, latched, rehearsal: true })
      .returning(),
  )
  const { id: alarmId, severity, uuid } = alarm
  await tx.insert(alarmHistory).values({ alarmId, userId: caller.id, step: 'OPENED', severity })
  const notified = await tx
    .insert(notifications)
    .values({ ...place, alarmId, type })
    .returning({ id: notifications.id })
  const { chains } = await chainsOf(tx, { companyId, branchId })
  const chain = chains.find((each) => each.family === family)?.chain
  if (chain) await tx.insert(escalations).values({ alarmId, chain, dueAt: startOf(chain, now).dueAt })
  const detail = { rehearsal: family }
  await audit(tx, caller, { action: 'created', entity: 'alarm', uuid, companyId, detail })
  return { uuid, notificationIds: notified.map(({ id }) => id) }
}

/** Opens an alarm that nobody raised: the engine walks its chain as it walks any other. There is no task, for there is nothing to do. */
export async function rehearse(
  services: Services,
  caller: Caller,
  { body: { deviceUUID, family } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db, facts } = services
  const device = await getVisibleDevice(db, caller, { uuid: deviceUUID })
  await endRehearsals(facts, device.id)
  const { uuid, notificationIds } = await orConflict(
    'rehearsalRuns',
    db.transaction((tx) => open(tx, caller, { device, family })),
  )
  await publishChanged(services, { notificationIds, taskIds: [] }, 'opened')
  return { alarm: toAlarm(await getVisibleAlarm(db, caller, uuid)) }
}
