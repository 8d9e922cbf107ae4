import { Refusal } from '@carewatch/contracts/refusal'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/** One address for every tile: which part of the map is looked at stands in no address and in no line of a log. */
export const TILES_PATH = '/api/map/streets.pmtiles'
const LARGEST_RANGE_BYTES = 4 * 1024 * 1024
const KEPT = 'private, max-age=86400'

type Range = { offset: number; length: number }

/** One range within a file, as RFC 9110 writes it; undefined: none that we answer. */
export function rangeOf(header: string | undefined, size: number): Range | undefined {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined) return undefined
  const [offset, last] = [Number(from), Math.min(Number(to), size - 1)]
  const length = last - offset + 1
  return length > 0 && length <= LARGEST_RANGE_BYTES ? { offset, length } : undefined
}

/** The map of streets in parts, for whoever is signed in. It is read by a map library, so it is no call of the contracts. */
export function tilesRoute(
  app: FastifyInstance,
  { sessions, map }: Pick<Services, 'sessions' | 'map'>,
): void {
  const onRequest = async ({ headers }: { headers: { authorization?: string | undefined } }) => {
    await sessions.ofHeader(headers.authorization)
  }
  app.get(TILES_PATH, { schema: { hide: true }, onRequest }, async ({ headers }, reply) => {
    const archive = await map.current()
    if (!archive) throw new Refusal('notFound')
    const { etag, size } = archive
    reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': KEPT })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    const range = rangeOf(headers.range, size)
    if (!range) return reply.code(416).header('content-range', `bytes */${size}`).send()
    const bytes = await archive.read(range)
    // Replaced in between: whoever asks again meets the new one.
    if (!bytes) throw new Refusal('unavailable')
    return reply
      .code(206)
      .type('application/octet-stream')
      .header('content-range', `bytes ${range.offset}-${range.offset + bytes.length - 1}/${size}`)
      .send(bytes)
  })
}
