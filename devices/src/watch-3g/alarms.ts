import type { EventType } from '@carewatch/contracts/alarms'

/** Bits of the high half: what just happened. 22 is disputed (a fall, or a heart out of its rhythm): it is heard as the graver. Fences are ours to judge. */
export const ALARM_BITS: Record<number, { name: string; event?: EventType }> = {
  16: { name: 'sos', event: 'SOS' },
  17: { name: 'low_battery', event: 'LOW_BATTERY' },
  18: { name: 'fence_exit' },
  19: { name: 'fence_enter' },
  20: { name: 'watch_removed', event: 'OFF_WRIST' },
  21: { name: 'fall', event: 'FALL' },
  22: { name: 'fall', event: 'FALL' },
}

/** Bits of the low half: how things are. Old firmware has no other, and then the first three say why it alarms. */
export const STATE_BITS: Record<number, { name: string; alarm?: string; event?: EventType }> = {
  0: { name: 'low_battery', alarm: 'low_battery', event: 'LOW_BATTERY' },
  1: { name: 'outside_fence', alarm: 'fence_exit' },
  2: { name: 'inside_fence', alarm: 'fence_enter' },
  3: { name: 'worn_state' },
  4: { name: 'motion_state' },
  14: { name: 'power_cut' },
}

const HEXADECIMAL = /^[0-9A-Fa-f]{1,8}$/
const HIGH_HALF = 0x1_00_00

/** The bits of a status word that are set; none where it is no word. */
export function bitsOf(status: string): { alarms: number[]; states: number[]; hasHighHalf: boolean } {
  const word = HEXADECIMAL.test(status) ? Number.parseInt(status, 16) : 0
  const isSet = (bit: number): boolean => Math.floor(word / 2 ** bit) % 2 === 1
  return {
    alarms: Object.keys(ALARM_BITS).map(Number).filter(isSet),
    states: Object.keys(STATE_BITS).map(Number).filter(isSet),
    hasHighHalf: word >= HIGH_HALF,
  }
}

const CRIES: readonly EventType[] = ['SOS', 'FALL']
/** What stands for itself, and no reason to alarm. */
const CONDITIONS = [3, 4]

/** No word, one without a reason, or with a bit that we do not know. */
function isUnknown(status: string): boolean {
  if (!HEXADECIMAL.test(status)) return true
  const { alarms, states, hasHighHalf } = bitsOf(status)
  if (!hasHighHalf) return states.every((bit) => CONDITIONS.includes(bit))
  const high = Math.floor(Number.parseInt(status, 16) / HIGH_HALF)
  return high !== alarms.reduce((sum, bit) => sum + 2 ** bit / HIGH_HALF, 0)
}

/** What an alarm is about: several bits are several things. `isUnknown`: something of it stands in no paper; beside a call for help that rings no second time. */
export function eventsOf(status: string): { events: EventType[]; isUnknown: boolean } {
  const { alarms, states, hasHighHalf } = bitsOf(status)
  const events = hasHighHalf
    ? alarms.map((bit) => ALARM_BITS[bit]?.event)
    : states.map((bit) => STATE_BITS[bit]?.event)
  const known = [...new Set(events.filter((event) => event !== undefined))]
  const isCalling = known.some((event) => CRIES.includes(event))
  const isKnown = !isUnknown(status)
  return { events: isKnown || isCalling ? known : [...known, 'UNKNOWN_ALARM'], isUnknown: !isKnown }
}
