import { alarmKind, type AlarmKind, type Severity } from '@carewatch/contracts/alarms'
import type { RoomView } from '@carewatch/contracts/http/rooms'
import type { Notification } from '@carewatch/contracts/notifications'
import { type Incident, incidentsOf, incidentUuidOf } from '@carewatch/contracts/incidents'
import { byTriage } from '@carewatch/contracts/triage'

export const roomStates = ['critical', 'warning', 'technical', 'noData', 'ok'] as const
export type RoomState = (typeof roomStates)[number]

/** An open alarm on the wall: of the room, or of the watch of somebody who is or lies in it. */
export type WallAlarm = {
  uuid: string
  /** By which it is taken, with what else happened to the same person. */
  incidentUuid: string
  kind: AlarmKind
  severity: Severity
  message: string
  acknowledged: boolean
  acknowledgedBy: string | null
  snoozedUntil: Date | null
  openedAt: Date
  /** What one acknowledges it by, where it is known live. */
  notification: Notification | null
}

export type EvaluatedRoom = {
  room: RoomView
  state: RoomState
  /** In the order of triage. */
  alarms: readonly WallAlarm[]
}

/** On the wall is what is open. */
const standingOf = (alarm: WallAlarm) => ({
  ...alarm,
  active: alarm.notification?.active ?? true,
  nextStepAt: alarm.notification?.nextStepAt,
  createdAt: alarm.openedAt,
})
const inOrder = (alarms: readonly WallAlarm[]): WallAlarm[] => byTriage(alarms.map(standingOf))

const toWallAlarm = (notification: Notification): WallAlarm => ({
  uuid: notification.uuid,
  incidentUuid: incidentUuidOf(notification),
  kind: notification.kind,
  severity: notification.severity,
  message: notification.message,
  acknowledged: notification.acknowledged,
  acknowledgedBy: notification.acknowledgedBy,
  snoozedUntil: notification.snoozedUntil,
  openedAt: notification.createdAt,
  notification,
})

/** Whose tag is heard in some room, else the device: they are there, and not where they lie. What else a device says is of who wore it then. */
export type Located = ReadonlySet<string>

export const locatedIn = (rooms: readonly RoomView[]): Located =>
  new Set(
    rooms.flatMap(({ beacons }) => beacons.flatMap(({ device, person }) => (person ?? device)?.uuid ?? [])),
  )

/** They lie in this room, are not away, and their tag is not heard in another. */
const liesIn = (
  room: RoomView,
  { wearer, branchUuid, deviceUuid }: Notification,
  located: Located,
): boolean =>
  wearer?.status === 'ACTIVE' &&
  wearer.room === room.name &&
  branchUuid === room.branch.uuid &&
  !located.has(wearer.uuid) &&
  !(deviceUuid !== null && located.has(deviceUuid))

function alarmsOf(room: RoomView, notifications: readonly Notification[], located: Located): WallAlarm[] {
  const byAlarm = new Map(notifications.map((each) => [each.alarmUuid, each]))
  const own = room.alarms.map((alarm) => {
    const live = byAlarm.get(alarm.uuid) ?? null
    return {
      ...alarm,
      incidentUuid: live ? incidentUuidOf(live) : alarm.uuid,
      acknowledged: alarm.acknowledged || (live?.acknowledged ?? false),
      acknowledgedBy: live?.acknowledgedBy ?? null,
      snoozedUntil: live?.snoozedUntil ?? null,
      notification: live,
    }
  })
  const devices = new Set(room.beacons.flatMap(({ device }) => device?.uuid ?? []))
  const known = new Set(own.map(({ uuid }) => uuid))
  const people = new Set(room.beacons.flatMap(({ person }) => person?.uuid ?? []))
  // By the person where there is one: what a watch says of who wore it before is not of this room.
  const isHere = ({ deviceUuid, wearer }: Notification): boolean =>
    wearer ? people.has(wearer.uuid) : deviceUuid !== null && devices.has(deviceUuid)
  const worn = notifications.filter(
    (each) =>
      each.type === 'ALARM' &&
      // What is over and was not answered still waits for somebody.
      (each.active || !each.acknowledged) &&
      (isHere(each) || liesIn(room, each, located)) &&
      !(each.alarmUuid && known.has(each.alarmUuid)),
  )
  return inOrder([...own, ...worn.map(toWallAlarm)])
}

/** Those of each person together: of two in a room each is answered by themselves. */
export const incidentsIn = ({
  alarms,
}: Pick<EvaluatedRoom, 'alarms'>): Incident<ReturnType<typeof standingOf>>[] =>
  incidentsOf(alarms.map(standingOf))

const isTechnical = ({ kind }: WallAlarm): boolean => alarmKind(kind).category === 'TECHNICAL'

function stateOf(
  { gateways, facts, temperature, humidity, beacons }: RoomView,
  alarms: readonly WallAlarm[],
) {
  if (alarms.some(({ severity }) => severity === 'CRITICAL')) return 'critical'
  if (alarms.some((alarm) => !isTechnical(alarm))) return 'warning'
  const hasMessage = gateways.some(({ lastMessageAt }) => lastMessageAt !== null)
  const hasNoFact = !temperature && !humidity && facts.length === 0 && beacons.length === 0
  if (alarms.length === 0 && !hasMessage && hasNoFact) return 'noData'
  return alarms.length > 0 || gateways.some(({ online }) => !online) ? 'technical' : 'ok'
}

/** What is the matter in a room, with those who lie in it. Silence is never called well. */
export function evaluateRoom(
  room: RoomView,
  notifications: readonly Notification[],
  located: Located = locatedIn([room]),
): EvaluatedRoom {
  const alarms = alarmsOf(room, notifications, located)
  return { room, alarms, state: stateOf(room, alarms) }
}

/** The rooms with alarms in the order of the first of each, then by what is the matter, then by the room's number. */
export const byPriority = (rooms: readonly EvaluatedRoom[], language: string): EvaluatedRoom[] => {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const alarmed = rooms.flatMap((evaluated) =>
    evaluated.alarms.slice(0, 1).map((alarm) => ({ ...standingOf(alarm), evaluated })),
  )
  const others = rooms.filter(({ alarms }) => alarms.length === 0)
  return [
    ...byTriage(alarmed).map(({ evaluated }) => evaluated),
    ...others.toSorted(
      (a, b) =>
        roomStates.indexOf(a.state) - roomStates.indexOf(b.state) || compare(a.room.name, b.room.name),
    ),
  ]
}
