import { type AlarmKind, alarmKind, alarmKinds, type Severity } from '@carewatch/contracts/alarms'
import type { Role } from '@carewatch/contracts/roles'
import { gravestFirst, rankOf } from '@carewatch/contracts/triage'
import { isFamily } from '../../shell/navigation.ts'

const graver = ['CRITICAL', 'HIGH'] as const

/** As what each kind comes, where nobody set it otherwise: as its rule raises it. */
export const severitiesOf: Record<AlarmKind, readonly Severity[]> = {
  SOS: ['CRITICAL'],
  FALL: ['CRITICAL'],
  UNKNOWN_ALARM: ['HIGH'],
  HEART_RATE: graver,
  BLOOD_PRESSURE: graver,
  SPO2: graver,
  TEMPERATURE: graver,
  DETERIORATION: graver,
  GEOFENCE: ['HIGH'],
  INACTIVITY: ['HIGH'],
  BATTERY: ['HIGH', 'MEDIUM', 'LOW'],
  OFF_WRIST: ['MEDIUM'],
  OFFLINE: ['MEDIUM'],
  CHECK_IN_MISSED: ['MEDIUM'],
  CHANGED: ['LOW'],
  IDENTITY_CONFLICT: ['HIGH'],
  OUTAGE: ['HIGH'],
  SMOKE: ['CRITICAL'],
  BEACON_NOT_ALLOWED: ['HIGH'],
  BEACON_OUTSIDE_HOURS: ['HIGH'],
  BEACON_TOO_LONG: ['HIGH'],
  DOOR_TAMPERED: ['HIGH'],
  WATER: ['HIGH'],
  GATEWAY_OFFLINE: ['MEDIUM'],
  ROOM_TEMPERATURE: ['MEDIUM'],
  ROOM_HUMIDITY: ['MEDIUM'],
  MOTION: ['LOW'],
  DOOR_OPENED: ['LOW'],
  DOOR_CLOSED: ['LOW'],
}

/** About a room and nobody in it: no family is told. */
const ofRooms: ReadonlySet<AlarmKind> = new Set([
  'GATEWAY_OFFLINE',
  'ROOM_TEMPERATURE',
  'ROOM_HUMIDITY',
  'MOTION',
  'DOOR_OPENED',
  'DOOR_CLOSED',
  'DOOR_TAMPERED',
  'WATER',
  'SMOKE',
])

const isFor = (role: Role, kind: AlarmKind): boolean =>
  !isFamily(role) || !(alarmKind(kind).isForStaffAlone || ofRooms.has(kind))

/** The kinds that this role gets, the gravest severity first and in the order of triage within each. */
export const ringsOf = (role: Role): { severity: Severity; kinds: AlarmKind[] }[] =>
  gravestFirst.map((severity) => ({
    severity,
    kinds: alarmKinds
      .filter((kind) => severitiesOf[kind].includes(severity) && isFor(role, kind))
      .toSorted((one, other) => rankOf({ kind: one, severity }) - rankOf({ kind: other, severity })),
  }))
