const ANEW_AFTER_MS = 4_000

/** Whether a message with this packet number says something new: its number is one of the next 63, or the last was heard more than four seconds ago. */
export function isNewPacket(last: { id: number; at: number } | undefined, id: number, at: number): boolean {
  if (!last || at - last.at > ANEW_AFTER_MS) return true
  const ahead = (id - last.id) & 0xff
  return ahead >= 1 && ahead <= 63
}

const COUNTERS = 0x1_0000_0000
/** So far a counter may have gone on while nobody listened; further is backwards: a recording played again. */
const FORWARD = COUNTERS / 2

/** Whether an encrypted message's counter has grown since the last; past its end it starts again. */
export const isNewCounter = (last: number | undefined, next: number): boolean => {
  const ahead = (((next - (last ?? next - 1)) % COUNTERS) + COUNTERS) % COUNTERS
  return ahead > 0 && ahead < FORWARD
}
