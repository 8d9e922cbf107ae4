import { type BeaconButton, beaconButtons } from '@carewatch/contracts/rooms'

export type Press = 'PRESS' | 'DOUBLE' | 'TRIPLE' | 'LONG'

/** What a beacon says of the room it is in, or of itself; absent: it does not say. Never a sentinel, never a value outside what the sensor can measure. */
export type BeaconFacts = {
  /** °C. Of the room, not of a chip. */
  temperature?: number
  /** % */
  humidity?: number
  /** % */
  battery?: number
  batteryMv?: number
  isLowOnBattery?: boolean
  /** true: open. */
  door?: boolean
  tamper?: boolean
  water?: boolean
  /** Or gas. */
  smoke?: boolean
  motion?: boolean
  light?: boolean
  illuminanceLux?: number
  vibration?: boolean
  /** 0 to 255; grows with each thing it says, and starts again: one number heard twice is one thing said. */
  packetId?: number
} & { [Name in BeaconButton]?: Press }

/** What a sensor in a room can measure; all else is a way of saying "nothing measured". */
const ranges = {
  temperature: [-60, 100],
  humidity: [0.01, 100],
  battery: [1, 100],
  batteryMv: [500, 15_000],
  illuminanceLux: [0, 200_000],
  packetId: [0, 255],
} as const

type Measured = keyof typeof ranges

const WHOLE: ReadonlySet<Measured> = new Set(['battery', 'batteryMv'])

/** Keeps a measurement if it is one. Of two of the same the first stands. */
export function measured(facts: BeaconFacts, name: Measured, value: number | undefined): void {
  const [min, max] = ranges[name]
  // The comparison is this way round so that NaN is refused too.
  if (value === undefined || !(value >= min && value <= max)) return
  const parts = WHOLE.has(name) ? 1 : 10_000
  if (facts[name] === undefined) facts[name] = Math.round(value * parts) / parts
}

/** Whatever it counts to, its last eight bits tell one message from the next. */
export const numbered = (facts: BeaconFacts, count: number | undefined): void =>
  measured(
    facts,
    'packetId',
    count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count % 256 : undefined,
  )

export type FlagFact =
  | 'door'
  | 'tamper'
  | 'water'
  | 'smoke'
  | 'motion'
  | 'light'
  | 'vibration'
  | 'isLowOnBattery'

/** Keeps what is told as yes or no. Of two of the same one yes is enough. */
export function flagged(facts: BeaconFacts, name: FlagFact, value: boolean | undefined): void {
  if (value !== undefined) facts[name] = facts[name] === true || value
}

/** Keeps the press of a button, counted from 0; of more than we can name the last is the last. */
export function pressed(facts: BeaconFacts, index: number, press: Press | undefined): void {
  const name = beaconButtons[index] ?? 'button6'
  if (press) facts[name] ??= press
}

export const hasPress = (facts: BeaconFacts): boolean =>
  beaconButtons.some((name) => facts[name] !== undefined)

/** Millivolts, or per cent where the number is too small for them. */
export function battery(facts: BeaconFacts, value: number | undefined): void {
  measured(facts, value !== undefined && value > 100 ? 'batteryMv' : 'battery', value)
}

/** Adds what another part of the same advertisement says; what stands already stays. */
export function addFacts(facts: BeaconFacts, more: BeaconFacts): void {
  // Safe: both are facts, and keys are taken from one to the other.
  for (const name of Object.keys(more) as (keyof BeaconFacts)[]) {
    if (facts[name] === undefined) Object.assign(facts, { [name]: more[name] })
  }
}
