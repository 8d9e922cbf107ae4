/** How many made-up messages a format is tried with; `test:all` has the patience for more. */
export const INPUTS = process.env.TEST_ALL === 'true' ? 200_000 : 10_000

/** The same row of numbers for the same seed, each from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const below = (random: () => number, end: number): number => Math.floor(random() * end)
const pick = <T>(random: () => number, from: readonly T[]): T | undefined => from[below(random, from.length)]

const deep = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { data: value }
  return value
}

/** What stands where a number, a text or a list should. */
const hostile: readonly unknown[] = [
  null,
  '',
  ' ',
  '65',
  '-1.5e9',
  'NaN',
  'absent',
  -1,
  0,
  65_535,
  1e308,
  -0,
  true,
  [],
  {},
  { toString: 1, valueOf: 1, length: -1 },
  [[[[]]]],
  [null, 1, 'x'],
  '\u0000',
  'ff'.repeat(300),
  'FFF',
  '1a2b3xq0zz',
  '2099-01-01T00:00:00Z',
  '1970-01-01',
  '__proto__',
  deep(40),
]
const names = [
  '__proto__',
  'constructor',
  'type',
  'data',
  'mac',
  'rssi',
  'value',
  'tags',
  'devices',
  'toString',
]

/** Somewhere in it something else stands. */
function changed(value: unknown, random: () => number): unknown {
  if (random() < 0.15 || typeof value !== 'object' || value === null) return pick(random, hostile)
  if (Array.isArray(value)) {
    const at = below(random, value.length)
    if (random() < 0.2) return [...value, value[at], pick(random, hostile)]
    return value.with(at, changed(value[at], random))
  }
  const entries = Object.entries(value)
  const at = below(random, entries.length)
  if (random() < 0.1) entries.push([pick(random, names) ?? '', pick(random, hostile)])
  return Object.fromEntries(
    entries.map(([name, one], index) => [name, index === at ? changed(one, random) : one]),
  )
}

/** What JSON of ours begins with: to fail at parsing anything else costs more than all that is tried with it. */
const OPENS_JSON = new Set(Buffer.from(' \t\r\n{["-0123456789tfn'))

function json(seed: Uint8Array, random: () => number): Uint8Array | undefined {
  if (!OPENS_JSON.has(seed[0] ?? 0)) return undefined
  try {
    const text = JSON.stringify(changed(JSON.parse(Buffer.from(seed).toString()), random))
    return text === undefined ? undefined : Buffer.from(text)
  } catch {
    return undefined
  }
}

const noise = (random: () => number, longest: number): Uint8Array =>
  Uint8Array.from({ length: below(random, longest) }, () => below(random, 256))

function bent(seed: Uint8Array, random: () => number): Uint8Array {
  const bytes = Uint8Array.from(seed)
  for (let times = 1 + below(random, 4); times > 0 && bytes.length > 0; times--) {
    bytes[below(random, bytes.length)] = pick(random, [0, 1, 0x7f, 0x80, 0xff, below(random, 256)]) ?? 0
  }
  return bytes
}

const cut = (seed: Uint8Array, random: () => number): Uint8Array =>
  seed.subarray(0, below(random, seed.length))

/** A message made of real ones: bent, cut, glued, with something else in a field; or nothing but noise. */
export function hostileMessage(seeds: readonly Uint8Array[], random: () => number): Uint8Array {
  const seed = pick(random, seeds) ?? new Uint8Array()
  const kind = random()
  if (kind < 0.35) return json(seed, random) ?? bent(seed, random)
  if (kind < 0.6) return bent(seed, random)
  if (kind < 0.75) return cut(seed, random)
  if (kind < 0.85) return Buffer.concat([cut(seed, random), pick(random, seeds) ?? seed])
  if (kind < 0.95) return Buffer.concat([seed, noise(random, 64)])
  return noise(random, 256)
}
