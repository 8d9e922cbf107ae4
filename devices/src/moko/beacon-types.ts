import { type BeaconFacts, battery, measured, numbered, flagged } from '../advertisements/facts.ts'
import { type Fields, flagIn, ibeaconIn, numberIn } from '../kit/json.ts'
import type { RawSighting } from '../advertisements/sighting.ts'

/** What a row is, by its number. */
export const mokoTypes: Record<number, string> = {
  0: 'ibeacon',
  1: 'eddystone-uid',
  2: 'eddystone-url',
  3: 'eddystone-tlm',
  4: 'bxp-devinfo',
  5: 'bxp-acc',
  6: 'bxp-th',
  7: 'bxp-button',
  8: 'bxp-tag',
  9: 'pir',
  10: 'other',
  11: 'tof',
  12: 'bxp-s',
  13: 'nano',
}

type Typed = Pick<RawSighting, 'ibeacon' | 'seems' | 'unknown'> & { facts: BeaconFacts }

/** A beacon of MOKO's in a number that nobody knows. */
export const unknownType = (code: number | undefined): Pick<RawSighting, 'unknown'> =>
  code === undefined || Object.hasOwn(mokoTypes, code)
    ? {}
    : { unknown: { reason: 'unknownMessage', detail: `type_code ${code}` } }

/** The fourth says that it was not moved. */
const KNOWN_FRAMES = 4
/** A press of a kind that nobody knows: it may be a call. */
export const unknownPress = (frame: number): Pick<RawSighting, 'unknown'> =>
  frame >= KNOWN_FRAMES ? { unknown: { reason: 'unknownEvent', detail: `frame_type ${frame}` } } : {}

/** What the gateway has read itself, for what a row is. */
export function mokoTyped(type: string | undefined, fields: Fields): Typed {
  const facts: BeaconFacts = {}
  battery(facts, numberIn(fields.batt_vol) ?? numberIn(fields.battery))
  const more = type !== undefined && Object.hasOwn(types, type) ? types[type]?.(facts, fields) : undefined
  return { facts, ...more }
}

type Reader = (facts: BeaconFacts, fields: Fields) => Omit<Typed, 'facts'> | void

function climate(facts: BeaconFacts, fields: Fields): void {
  measured(facts, 'temperature', numberIn(fields.temperature))
  measured(facts, 'humidity', numberIn(fields.humidity))
}

const types: Record<string, Reader> = {
  ibeacon: (_facts, { uuid, major, minor }) => {
    const ibeacon = ibeaconIn({ uuid, major, minor })
    return { seems: 'TAG', ...(ibeacon && { ibeacon }) }
  },
  'eddystone-uid': () => ({ seems: 'TAG' }),
  'eddystone-url': () => ({ seems: 'TAG' }),
  'eddystone-tlm': () => ({ seems: 'TAG' }),
  'bxp-th': climate,
  'bxp-s': climate,
  'bxp-button': (facts, fields) => {
    const press = pressOf(fields)
    if (press) facts.button = press
    // How often it was pressed tells one press from the next.
    numbered(facts, numberIn(fields.trigger_count))
    const isOver = numberIn(fields.alarm_status) === 0
    return { seems: 'BUTTON', ...(!isOver && unknownPress(frameIn(fields))) }
  },
  'bxp-tag': (facts, fields) => {
    flagged(facts, 'door', doorOf(fields.hall))
    flagged(facts, 'vibration', flagIn(fields.accelerometer_check_move))
  },
  pir: (facts, fields) => {
    flagged(facts, 'motion', flagIn(fields.detection_status))
    // Nought is open, all else closed.
    const door = numberIn(fields.door_status)
    flagged(facts, 'door', door === undefined ? undefined : door === 0)
    return { seems: 'MOTION' }
  },
}

/** Its magnet's sensor: away from the magnet is open. */
const doorOf = (value: unknown): boolean | undefined => flagIn(value)

/** Some count their presses from here. */
const FIRST_FRAME = 0x20
const PRESSES = ['PRESS', 'DOUBLE', 'LONG'] as const

/** A button says its last press again and again: `alarm_status` none means that it is over. */
function pressOf(fields: Fields): BeaconFacts['button'] {
  if (numberIn(fields.alarm_status) === 0) return undefined
  return PRESSES[frameIn(fields)]
}

function frameIn(fields: Fields): number {
  const frame = numberIn(fields.frame_type) ?? -1
  return frame >= FIRST_FRAME ? frame - FIRST_FRAME : frame
}
