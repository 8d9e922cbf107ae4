import { gzipSync } from 'node:zlib'

/** Tiles in the order of their ids, each already gzipped. */
export type Tile = { id: number; bytes: Buffer }
type Entry = { id: number; offset: number; length: number; run: number }

const HEADER_BYTES = 127
/** A reader's first request fetches this much: the header and the root directory must fit. */
const FIRST_READ_BYTES = 16_384
const LEAF_ENTRIES = 1_024
const GZIP = 2
const VECTOR_TILES = 1

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  return [...bytes, rest]
}

/** Sea looks like sea: what is the same is kept once, and neighbours of it are one entry. */
function gather(tiles: readonly Tile[]) {
  const known = new Map<string, number>()
  const kept: Buffer[] = []
  const entries: Entry[] = []
  let end = 0
  for (const { id, bytes } of tiles) {
    const key = bytes.toString('base64')
    const offset = known.get(key) ?? end
    if (offset === end) {
      known.set(key, offset)
      kept.push(bytes)
      end += bytes.length
    }
    const last = entries.at(-1)
    if (last?.offset === offset && last.id + last.run === id) last.run += 1
    else entries.push({ id, offset, length: bytes.length, run: 1 })
  }
  return { entries, kept }
}

function directory(entries: readonly Entry[]): Buffer {
  const follows = (entry: Entry, before: Entry | undefined) =>
    before !== undefined && before.offset + before.length === entry.offset
  return gzipSync(
    Buffer.from([
      ...varint(entries.length),
      ...entries.flatMap(({ id }, index) => varint(id - (entries[index - 1]?.id ?? 0))),
      ...entries.flatMap(({ run }) => varint(run)),
      ...entries.flatMap(({ length }) => varint(length)),
      ...entries.flatMap((entry, index) => varint(follows(entry, entries[index - 1]) ? 0 : entry.offset + 1)),
    ]),
  )
}

/** One directory where it fits, else a root that points to leaves. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const root = directory(entries)
  if (root.length <= FIRST_READ_BYTES - HEADER_BYTES) return { root, leaves: Buffer.alloc(0) }
  const pointers: Entry[] = []
  const leaves: Buffer[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
    const leaf = directory(entries.slice(at, at + LEAF_ENTRIES))
    pointers.push({ id: entries[at]?.id ?? 0, offset, length: leaf.length, run: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) }
}

type Archive = {
  maxZoom: number
  minZoom?: number
  /** West, south, east, north. */
  bounds?: readonly [number, number, number, number]
  metadata: object
}
const WORLD = [-180, -85, 180, 85] as const

/** Tiles as one file that a browser reads in parts (PMTiles version 3). */
export function writePmtiles(
  tiles: readonly Tile[],
  { maxZoom, minZoom = 0, bounds = WORLD, metadata }: Archive,
): Buffer {
  const { entries, kept } = gather(tiles)
  const { root, leaves } = directories(entries)
  const about = gzipSync(JSON.stringify(metadata))
  const data = Buffer.concat(kept)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  let at = HEADER_BYTES
  for (const [index, part] of [root, about, leaves, data].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(part.length), 16 + index * 16)
    at += part.length
  }
  for (const [index, count] of [tiles.length, entries.length, kept.length].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + index * 8)
  header.set([1, GZIP, GZIP, VECTOR_TILES, minZoom, maxZoom], 96)
  for (const [index, degrees] of bounds.entries())
    header.writeInt32LE(Math.round(degrees * 10_000_000), 102 + index * 4)
  return Buffer.concat([header, root, about, leaves, data])
}
