import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, type Header, PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles'
import { z } from 'zod'

const unzip = promisify(gunzip)

/** What a reader fetches first: the header and the root directory. */
const FIRST_READ_BYTES = 16_384
const HEADER_BYTES = 127
/** Nothing that is read at once, a tile or a directory, is larger, packed or unpacked. */
const LARGEST_PIECE_BYTES = 8 * 1024 * 1024
/** Below it no street stands in a tile. */
export const STREET_ZOOM = 14
/** Of the layers of a Protomaps basemap those without which it is no map of streets. */
const LAYERS = ['earth', 'water', 'roads', 'places']

const Metadata = z.object({
  vector_layers: z.array(z.object({ id: z.string() })),
  name: z.string().optional().catch(undefined),
  attribution: z.string().optional().catch(undefined),
})

/** Why a file is no map of streets, in words for whoever brought it. */
export class NoMap extends Error {}

/** The same file as long as it is the same: one that is put in its place has another number. */
export const versionOf = ({ ino, size, mtimeMs }: Stats): string => `${ino}/${size}/${mtimeMs}`

type Piece = { offset: number; length: number }
type Opened = { bytes: Buffer; stats: Stats }

/** Opened for each reading: what is put in its place meanwhile does not mix with it. */
async function readPiece(path: string, { offset, length }: Piece): Promise<Opened> {
  if (length > LARGEST_PIECE_BYTES) throw new NoMap('it asks for more at once than a map has')
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    return { bytes: bytes.subarray(0, bytesRead), stats: await file.stat() }
  } finally {
    await file.close()
  }
}

const plain = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

async function unpacked(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return packed
  if (compression !== Compression.Gzip) throw new NoMap('it is packed by something else than gzip')
  return plain(await unzip(packed, { maxOutputLength: LARGEST_PIECE_BYTES }))
}

function sourceOf(path: string, version: string): Source {
  return {
    getKey: () => `${path} ${version}`,
    getBytes: async (offset, length): Promise<RangeResponse> => {
      const { bytes, stats } = await readPiece(path, { offset, length })
      if (versionOf(stats) !== version) throw new NoMap('it was replaced')
      return { data: plain(bytes) }
    },
  }
}

const isOnEarth = ({ minLon, minLat, maxLon, maxLat }: Header): boolean =>
  minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90 && minLon < maxLon && minLat < maxLat

/** What is wrong with the header of a file of so many bytes. */
function faultOf(header: Header, size: number): string | undefined {
  if (header.tileType !== TileType.Mvt) return 'its tiles are pictures, no vectors (MVT)'
  const packings = [header.tileCompression, header.internalCompression]
  if (packings.some((packing) => packing !== Compression.Gzip && packing !== Compression.None))
    return 'it is packed by something else than gzip'
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ]
  if (ends.some((end) => end > size)) return 'it is cut off: it should be longer than it is'
  if (header.maxZoom < STREET_ZOOM)
    return `it has no streets: they begin at zoom ${STREET_ZOOM}, and it ends at ${header.maxZoom}`
  if (!isOnEarth(header)) return 'its bounds are no part of the earth'
  return undefined
}

async function layersOf(tiles: PMTiles) {
  const metadata = Metadata.safeParse(await tiles.getMetadata().catch(() => null))
  if (!metadata.success) throw new NoMap('it does not name its layers')
  const layers = metadata.data.vector_layers.map(({ id }) => id)
  const missing = LAYERS.filter((name) => !layers.includes(name))
  if (missing.length > 0) throw new NoMap(`it is no Protomaps basemap: it has no layer ${missing.join(', ')}`)
  return { layers, name: metadata.data.name }
}

export type Archive = {
  /** Of what is in it: copies of one file on several machines have the same. */
  etag: string
  version: string
  size: number
  madeAt: Date
  header: Header
  name: string | undefined
  layers: readonly string[]
  /** Bytes of it; null: it was replaced meanwhile. */
  read: (piece: Piece) => Promise<Buffer | null>
  /** A tile, unpacked; null: there is nothing. */
  tile: (z: number, x: number, y: number) => Promise<Uint8Array | null>
}

/** A file as a map of streets, or `NoMap`. */
export async function openArchive(path: string): Promise<Archive> {
  const { bytes, stats } = await readPiece(path, { offset: 0, length: FIRST_READ_BYTES })
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 7) !== 'PMTiles')
    throw new NoMap('it is no PMTiles file')
  if (bytes[7] !== 3) throw new NoMap(`it is PMTiles of version ${bytes[7]}, and 3 is needed`)
  const { size, mtime: madeAt } = stats
  const version = versionOf(stats)
  const tiles = new PMTiles(sourceOf(path, version), undefined, unpacked)
  const header = await tiles.getHeader().catch(() => {
    throw new NoMap('its directory cannot be read')
  })
  const fault = faultOf(header, size)
  if (fault) throw new NoMap(fault)
  const { layers, name } = await layersOf(tiles)
  const etag = `"${createHash('sha256').update(bytes).update(String(size)).digest('hex').slice(0, 32)}"`
  return {
    etag,
    version,
    size,
    madeAt,
    header,
    name,
    layers,
    read: async (piece) => {
      const read = await readPiece(path, piece)
      return versionOf(read.stats) === version ? read.bytes : null
    },
    tile: async (z, x, y) => {
      const found = await tiles.getZxy(z, x, y)
      return found ? new Uint8Array(found.data) : null
    },
  }
}
