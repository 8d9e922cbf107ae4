import type { AlarmFrom, Direction, Severity } from '../../alarms.ts'
import type { BeaconLimits } from '../../rooms.ts'
import type { LeftRoom } from './whereabouts.ts'

/** What a gateway says of one beacon, or what follows from it. */
export type RoomFact = { time: number; isLate: boolean } & (
  | {
      type: 'presence'
      /** Null: in none. */ roomId: number | null
      /** Since when it is there. */ since: number
      /** The same, but for short breaks. */ stayedSince: number
      /** Rooms that it may yet be back in as if it had never left. */ left: readonly LeftRoom[]
    }
  | { type: 'temperature' | 'humidity' | 'battery'; value: number }
  | { type: 'motion' | 'water' | 'smoke' | 'tamper'; isSo: boolean }
  | { type: 'door'; isOpen: boolean }
)

/** What is remembered of one condition: how many facts running said so, or said not so, and whether its alarm is open. */
export type RoomSide = {
  so: number
  notSo: number
  isOpen: boolean
  at: number
  /** How grave it was at its gravest, while it is open. */
  severity?: Severity
}
/** By a key of the rule's own choosing. It is stored, so a restart continues where it stood. */
export type RoomState = Readonly<Record<string, RoomSide>>

export type RoomSituation = {
  fact: RoomFact
  state: RoomState
  /** The beacon's limits, and the room it belongs to. */
  agreed: BeaconLimits & { roomId: number | null }
  /** The branch's, in which allowed times are meant. */
  zone: string
}

export type RoomResult =
  | { change: 'trigger'; direction: Direction; severity: Severity; value: number | null }
  | { change: 'clear'; direction: Direction }
export type RoomEvaluation = { results: readonly RoomResult[]; state: RoomState }

export type RoomRule = {
  /** What it raises is raised also while the gateways of its room say nothing: whoever received it hears. */
  isNeverHeldBack?: true
  subjects: readonly RoomFact['type'][]
  evaluate: (situation: RoomSituation) => RoomEvaluation
}

/** The kinds that a gateway's facts bring about; that the gateway itself is silent, the clock notices. */
export type RoomKind = AlarmFrom<'room' | 'deviceAndRoom'>

export const keepRoom = (state: RoomState): RoomEvaluation => ({ results: [], state })
