import type { CurrentUser } from '@carewatch/contracts/http/auth'
import type { WardPerson } from '@carewatch/contracts/http/ward'
import { incidentsOf } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { DUE_MS, type Task } from '@carewatch/contracts/tasks'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { createStore } from 'jotai'
import { knownAtom, loaded } from '../../live/notifications.ts'
import { userAtom } from '../../session/session.ts'

const uuid = '00000000-0000-4000-8000-000000000000'
const MINUTE_MS = 60_000
const PULSE = 74
const BATTERY = 64

const nowhere = { gatewayName: null, roomName: null, beaconName: null, branchUuid: null }
const unanswered = { acknowledged: false, acknowledgedBy: null, acknowledgedAt: null, snoozedUntil: null }
const nobodyYet = { assignedTo: null, assigneeName: null, outcome: null, reason: null, deferredUntil: null }

/** An SOS of just now; its next step is a while away, so that the example stays as it is while it is read. */
const sosOf = (wearer: WearerSummary, now: Date): Notification => ({
  ...nowhere,
  ...unanswered,
  uuid,
  id: 1,
  type: 'ALARM',
  kind: 'SOS',
  direction: 'NONE',
  severity: 'CRITICAL',
  metric: null,
  value: null,
  late: false,
  isRehearsal: false,
  count: 1,
  message: '',
  alarmUuid: uuid,
  wearer,
  deviceUuid: uuid,
  deviceIMEI: null,
  deviceName: null,
  createdAt: now,
  lastAt: now,
  active: true,
  nextStepAt: new Date(now.getTime() + MINUTE_MS),
  nextStepWho: ['NURSES'],
})

const taskOf = (wearer: WearerSummary, now: Date): Task => ({
  ...nobodyYet,
  uuid,
  id: 1,
  title: '',
  deviceUuid: uuid,
  deviceIMEI: null,
  deviceName: null,
  branchUuid: null,
  alarmUuid: uuid,
  wearer,
  status: 'OPEN',
  monitoringType: 'SOS',
  alertType: 'SOS',
  severity: 'CRITICAL',
  createdBy: 'SYSTEM',
  dueAt: new Date(now.getTime() + DUE_MS.CRITICAL),
  createdAt: now,
  updatedAt: now,
  isUnAssigned: true,
  isDone: false,
  isOverdue: false,
})

/** Somebody made up who pressed SOS just now: as each screen has it, in a store that no alarm comes to and none leaves. */
export function exampleOf(viewer: CurrentUser, name: string, now: Date) {
  const wearer: WearerSummary = { uuid, name, room: '201', bed: null, imageUrl: null, status: 'ACTIVE' }
  const sos = sosOf(wearer, now)
  const expectedIntervalMs = 15 * MINUTE_MS
  const device = { uuid, name, wearer, battery: BATTERY, lastSeenAt: now, expectedIntervalMs }
  const person: WardPerson = {
    wearer,
    branch: null,
    awayReason: null,
    awayUntil: null,
    devices: [{ ...device, freshness: 'FRESH', offSince: null }],
    latest: {
      heartRate: { time: now, value: PULSE },
      spo2: null,
      systolic: null,
      diastolic: null,
      temperature: null,
    },
    pulse: [],
    where: null,
    alarms: [],
  }
  const store = createStore()
  store.set(userAtom, viewer)
  store.set(knownAtom, loaded([sos], 1))
  return {
    store,
    device,
    cell: { person, incidents: incidentsOf([sos]), isUrgent: true },
    task: taskOf(wearer, now),
  }
}
export type Example = ReturnType<typeof exampleOf>
