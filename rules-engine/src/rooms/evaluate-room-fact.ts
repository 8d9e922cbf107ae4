import { isGraver } from '@carewatch/contracts/alarms'
import type { StoredRoomFact } from '@carewatch/contracts/batches'
import type { Remembered } from '@carewatch/contracts/rules/evaluate-rule'
import { evaluateRoomRule, roomKindsBySubject } from '@carewatch/contracts/rules/rooms/index'
import type { RoomFact, RoomKind, RoomState, RoomResult } from '@carewatch/contracts/rules/rooms/room-rule'
import type { RoomChange, RoomTrigger } from '../alarms/room.ts'
import type { BeaconProfile } from '../profiles/beacon-profiles.ts'
import type { RoomMemory } from './room-memory.ts'

/** Older when it arrives, it is history. */
const LATE_MS = 15 * 60_000
/** What goes on is counted once in so long. */
const REPEATS_EVERY_MS = 60_000

/** Where the fact comes from, and whether all gateways there are silent. */
export type RoomPlace = { roomId: number | null; gatewayId: number | null; isGatewayOffline: boolean }
type RoomFactInput = { fact: RoomFact; profile: BeaconProfile; place: RoomPlace }

/** What a beacon said, as the rules take it; undefined: of the person who carries it, or nothing that a rule is about. */
export function roomFactOf(
  { kind, value, time, receivedAt }: StoredRoomFact,
  { isWorn, deviceType }: Pick<BeaconProfile, 'isWorn' | 'deviceType'>,
): RoomFact | undefined {
  const moment = { time, isLate: receivedAt - time > LATE_MS }
  if (kind === 'battery') return typeof value === 'number' ? { type: kind, value, ...moment } : undefined
  // Whatever it was registered as: no tag has smoke to tell of.
  if (kind === 'smoke' && typeof value === 'boolean') return { type: kind, isSo: value, ...moment }
  if (isWorn || deviceType === 'TAG') return undefined
  if ((kind === 'temperature' || kind === 'humidity') && typeof value === 'number')
    return { type: kind, value, ...moment }
  if (typeof value !== 'boolean') return undefined
  if (kind === 'door') return { type: kind, isOpen: value, ...moment }
  if (kind === 'motion' || kind === 'water' || kind === 'tamper')
    return { type: kind, isSo: value, ...moment }
  return undefined
}

/** Lets the rules that a fact concerns say what it means. Pure but for the memory it is given. */
export function evaluateRoomFact(input: RoomFactInput, memory: Pick<RoomMemory, 'of' | 'set'>): RoomChange[] {
  return roomKindsBySubject(input.fact.type).flatMap((kind) => evaluateKind(kind, input, memory))
}

function evaluateKind(
  kind: RoomKind,
  input: RoomFactInput,
  memory: Pick<RoomMemory, 'of' | 'set'>,
): RoomChange[] {
  const { fact, profile, place } = input
  const { agreed, zone } = profile
  const before = memory.of(profile.id, kind)
  const { isGatewayOffline } = place
  const { results, remembered } = evaluateRoomRule(kind, { fact, agreed, zone, isGatewayOffline }, before)
  if (remembered !== before) memory.set(profile.id, kind, remembered)
  return results.flatMap((result) => {
    const isNew = isNewly(result, { before, after: remembered })
    return isNew || isDueAgain(fact, before) ? [changeOf(result, { ...input, kind, isNew })] : []
  })
}

type Known = { before: Remembered<RoomState>; after: Remembered<RoomState> }

/** Whether it was not so already, or not as grave. */
function isNewly(result: RoomResult, { before, after }: Known): boolean {
  const { direction } = result
  if (result.change === 'clear') return true
  const side = before.state[direction]
  if (!side?.isOpen || isGraver(result.severity, side.severity ?? result.severity)) return true
  return before.flaps[direction]?.isOpen !== after.flaps[direction]?.isOpen
}

/** A figure is told anew in the first fact of each minute, by the clock alone, so that nothing need be remembered of it; who strays, when they stray on. A door that stands open says nothing more. */
function isDueAgain(fact: RoomFact, { state }: Remembered<RoomState>): boolean {
  const { type, time } = fact
  if (type === 'presence') return fact.since === time
  if (type !== 'temperature' && type !== 'humidity') return false
  const last = Math.max(...Object.values(state).map(({ at }) => at))
  return Math.floor(time / REPEATS_EVERY_MS) > Math.floor(last / REPEATS_EVERY_MS)
}

function changeOf(
  result: RoomResult,
  { kind, fact, profile, place, isNew }: RoomFactInput & { kind: RoomKind; isNew: boolean },
): RoomChange {
  const { direction } = result
  const common = { beaconId: profile.id, kind, direction, at: new Date(fact.time) }
  if (result.change === 'clear') return { change: 'clear', ...common }
  const { severity, value } = result
  const { companyId, branchId } = profile
  const { roomId, gatewayId } = place
  const where = { companyId, branchId, roomId, gatewayId }
  return { change: 'trigger', ...common, severity, value, isLate: fact.isLate, isNew, ...where }
}

/** The press of a button that nobody carries is a call for help from where it is. */
export function callForHelpOf(
  { beaconId, time, receivedAt }: StoredRoomFact,
  { companyId, branchId }: Pick<BeaconProfile, 'companyId' | 'branchId'>,
  { roomId, gatewayId }: Pick<RoomPlace, 'roomId' | 'gatewayId'>,
): RoomTrigger {
  const isLate = receivedAt - time > LATE_MS
  const trigger = { severity: 'CRITICAL', value: null, isLate, isNew: true } as const
  const where = { companyId, branchId, roomId, gatewayId }
  return {
    change: 'trigger',
    kind: 'SOS',
    direction: 'NONE',
    beaconId,
    at: new Date(time),
    ...trigger,
    ...where,
  }
}
