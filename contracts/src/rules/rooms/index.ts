import { alarmKind } from '../../alarms.ts'
import { holdFlapping } from '../flapping.ts'
import type { Remembered } from '../evaluate-rule.ts'
import { beaconBatteryRule } from './battery.ts'
import { roomHumidityRule, roomTemperatureRule } from './climate.ts'
import { doorClosedRule, doorOpenedRule } from './door.ts'
import { notAllowedRule, outsideHoursRule, tooLongRule } from './presence.ts'
import type { RoomFact, RoomKind, RoomRule, RoomSituation, RoomState, RoomResult } from './room-rule.ts'
import { motionRule, smokeRule, tamperRule, waterRule } from './sensors.ts'

/** One line an alarm kind; leave one out and this file stops compiling. */
export const roomRules: Record<RoomKind, RoomRule> = {
  BEACON_NOT_ALLOWED: notAllowedRule,
  BEACON_OUTSIDE_HOURS: outsideHoursRule,
  BEACON_TOO_LONG: tooLongRule,
  MOTION: motionRule,
  ROOM_TEMPERATURE: roomTemperatureRule,
  ROOM_HUMIDITY: roomHumidityRule,
  DOOR_OPENED: doorOpenedRule,
  DOOR_CLOSED: doorClosedRule,
  DOOR_TAMPERED: tamperRule,
  WATER: waterRule,
  SMOKE: smokeRule,
  BATTERY: beaconBatteryRule,
}

// Safe: the object above has these keys and no others.
const roomKinds = Object.keys(roomRules) as RoomKind[]

/** The kinds of alarm that a fact concerns. */
export const roomKindsBySubject = (type: RoomFact['type']): readonly RoomKind[] =>
  roomKinds.filter((kind) => roomRules[kind].subjects.includes(type))

const isRaising = (fact: RoomFact): boolean => 'isSo' in fact && fact.isSo

type RoomInput = Omit<RoomSituation, 'state'> & {
  /** Of a gateway that is offline one alarm says enough: its rooms raise none and clear none until it is back. */
  isGatewayOffline: boolean
}

/** What one rule says of a room's fact, and what is remembered of it. The same `remembered` object again: nothing changed. */
export function evaluateRoomRule(
  kind: RoomKind,
  { isGatewayOffline, ...situation }: RoomInput,
  remembered: Remembered<RoomState>,
): { results: readonly RoomResult[]; remembered: Remembered<RoomState> } {
  const rule = roomRules[kind]
  const isHeldBack = isGatewayOffline && !(rule.isNeverHeldBack && isRaising(situation.fact))
  if (isHeldBack || !rule.subjects.includes(situation.fact.type)) return { results: [], remembered }
  const { results, state } = rule.evaluate({ ...situation, state: remembered.state })
  const held = alarmKind(kind).latched
    ? { results, flaps: remembered.flaps }
    : holdFlapping(remembered.flaps, results, situation.fact)
  const isSame = state === remembered.state && held.flaps === remembered.flaps
  return { results: held.results, remembered: isSame ? remembered : { state, flaps: held.flaps } }
}
