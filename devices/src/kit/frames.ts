import type { Protocol } from '../protocol.ts'

/** Every whole frame of what was received, and how many bytes of it they are with what stands between them; `isBroken`: no end will come. */
export function framesOf(
  { cut }: Pick<Protocol, 'cut'>,
  received: Uint8Array,
): { frames: Uint8Array[]; taken: number; isBroken: boolean } {
  const frames: Uint8Array[] = []
  let taken = 0
  while (taken < received.length) {
    const rest = received.subarray(taken)
    const found = cut(rest)
    if (found === 'more' || found === 'broken') return { frames, taken, isBroken: found === 'broken' }
    frames.push(rest.subarray(found.start, found.end))
    taken += found.end
  }
  return { frames, taken, isBroken: false }
}
