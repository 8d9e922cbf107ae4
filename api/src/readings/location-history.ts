import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { type locationHistory, MAX_POSITIONS, type Position } from '@carewatch/contracts/http/positions'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { laterOf } from '../access/worn.ts'
import { rounded } from './decimate.ts'
import { getLocatedDevice } from '../access/located-device.ts'
import type { Range } from './history-sql.ts'
import { bestFixes, everyFix, extent, FASTEST_M_PER_S } from './positions-sql.ts'

type Extent = { count: number; first: Date | null; last: Date | null }
type Fix = Position & { hidden: boolean }

const MINUTE_MS = 60_000

/** The narrowest whole-minute span that keeps a track within its positions. */
export const spanForTrack = (lengthMs: number): number =>
  Math.max(1, Math.ceil(lengthMs / (MAX_POSITIONS - 1) / MINUTE_MS)) * MINUTE_MS

/** A watch says its accuracy in metres; a four-byte number would show seven digits of it. */
const toFix = (fix: Fix): Fix => ({ ...fix, accuracy: fix.accuracy === null ? null : rounded(fix.accuracy) })

/** Where a device was. */
export async function readLocations(
  services: Pick<Services, 'db' | 'facts' | 'log'>,
  caller: Caller,
  { params, query }: Input<typeof locationHistory>,
): Promise<Reply<typeof locationHistory>> {
  const { db, facts } = services
  const device = await getLocatedDevice(db, caller, { imei: params.imei })
  return readTrack(facts, {
    deviceId: device.id,
    from: laterOf(params.time, device.shownSince),
    to: query.to ?? new Date(),
  })
}

/** Where one device was in a time. */
export async function readTrack(
  facts: Services['facts'],
  { deviceId, from, to }: Range,
): Promise<Reply<typeof locationHistory>> {
  const place = [deviceId, from, to]
  const found = await facts.query<Extent>(extent(MAX_POSITIONS + 1), place)
  const [{ count, first, last } = { count: 0, first: null, last: null }] = found.rows
  const thinned = count > MAX_POSITIONS
  const spanMs = thinned && first && last ? spanForTrack(last.getTime() - first.getTime()) : 0
  const { rows } = thinned
    ? await facts.query<Fix>(bestFixes, [...place, FASTEST_M_PER_S, spanMs])
    : await facts.query<Fix>(everyFix, [...place, FASTEST_M_PER_S])
  return { positions: rows.map(toFix), thinned, spanMs }
}
