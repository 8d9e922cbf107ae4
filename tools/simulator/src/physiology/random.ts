/** Repeatable chance: every number is a function of its keys alone, so any moment can be asked for in any order. */
function mixed(keys: readonly number[]): number {
  let hash = 0x9e37_79b9
  for (const key of keys) {
    hash = Math.imul(hash ^ (key | 0), 0x85eb_ca6b)
    hash ^= hash >>> 13
    hash = Math.imul(hash, 0xc2b2_ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** Even in [0, 1). */
export const chance = (...keys: number[]): number => mixed(keys) / 0x1_0000_0000

export const between = (low: number, high: number, ...keys: number[]): number =>
  low + (high - low) * chance(...keys)

/** Mean 0, deviation 1, and never beyond 3.5: the sum of the hash's four bytes. */
function bell(...keys: number[]): number {
  const hash = mixed(keys)
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24)
  return (sum / 255 - 2) * Math.sqrt(3)
}

export type Noise = { channel: number; stepMs: number; memory: number }

/** First-order autoregressive noise written as the sum of its past shocks, so that it has no state. */
function shocks(seed: number, { channel, memory }: Noise, step: number): number {
  let sum = 0
  for (let weight = 1, back = 0; weight > 0.03; weight *= memory, back++)
    sum += weight * bell(seed, channel, step - back)
  return sum * Math.sqrt(1 - memory * memory)
}

/** Deviation about 1, and each moment close to the one before it. */
export function correlated(seed: number, noise: Noise, time: number): number {
  const place = time / noise.stepMs
  const step = Math.floor(place)
  const share = place - step
  const here = shocks(seed, noise, step)
  return share === 0 ? here : here + share * (shocks(seed, noise, step + 1) - here)
}
