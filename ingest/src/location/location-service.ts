import { createHash } from 'node:crypto'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import type { DecodedCell } from '@carewatch/devices/codec'
import { z } from 'zod'
import { isStranger, lookupOwn } from './private-host.ts'
import type { Found, Nearby, Resolver } from './resolver.ts'
import { createRest } from './rest.ts'

export type LocationServiceOptions = {
  url: string
  /** It may stand outside our own network: then its owner learns where somebody is. */
  isPublic: boolean
  /** Called where it is not asked for a while, with why. */
  onRest: (why: string) => void
  timeoutMs?: number
  now?: () => number
}

const TIMEOUT_MS = 5_000
const AT_ONCE = 4
/** It knows none of them, or refuses what this one watch says: nothing is wrong with it for others. */
const KNOWS_NONE = new Set([400, 404, 413, 422])
const ANSWER_MAX_BYTES = 16_384
const [KEPT, KEPT_MS] = [2_000, 10 * 60_000]
/** One network alone may be anybody's telephone. */
const NETWORKS_MIN = 2
const LEAST_M = { WIFI: 150, CELL: 500 } as const
/** So exact nobody is by cells alone. */
const BY_WIFI_M = 500
const WIDEST_M = 35_000

const Answer = z.object({
  location: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
  accuracy: z.number().positive(),
  fallback: z.string().optional(),
})

/** Watches do not say it; more than 16 bits have the numbers of newer radios alone. */
const radioOf = ({ cid }: DecodedCell): 'gsm' | 'lte' => (cid > 0xff_ff ? 'lte' : 'gsm')

/** As Ichnaea and its like want it. By the address that we ask from nobody is looked for. */
function questionOf({ cells, bssids }: Nearby): string | undefined {
  const networks = bssids.length < NETWORKS_MIN ? [] : bssids
  if (cells.length + networks.length === 0) return undefined
  return JSON.stringify({
    considerIp: false,
    fallbacks: { ipf: false },
    cellTowers: cells.map((cell) => ({
      radioType: radioOf(cell),
      mobileCountryCode: cell.mcc,
      mobileNetworkCode: cell.mnc,
      locationAreaCode: cell.lac,
      cellId: cell.cid,
      ...(cell.signal !== undefined && cell.signal < 0 && { signalStrength: cell.signal }),
    })),
    wifiAccessPoints: networks.map((bssid) => ({ macAddress: bssid.replaceAll(/(..)(?=.)/g, '$1:') })),
  })
}

/** What it says, where that can be true; it is never as exact as satellites, whatever it claims. */
function foundIn(text: string, { cells, bssids }: Nearby): Found | undefined {
  const { location, accuracy, fallback } = Answer.parse(JSON.parse(text))
  const isNowhere = location.lat === 0 && location.lng === 0
  if (fallback === 'ipf' || isNowhere || accuracy > WIDEST_M) return undefined
  const isByWifi = bssids.length >= NETWORKS_MIN && (cells.length === 0 || accuracy <= BY_WIFI_M)
  const source = isByWifi ? 'WIFI' : 'CELL'
  return { ...location, accuracyM: Math.max(LEAST_M[source], Math.ceil(accuracy)), source }
}

type Asked = { status: number; text: string }

/** One post, to our own network alone; nothing of it, nor of the address, stands in what it throws. */
function post(url: URL, body: string, { isPublic, signal }: { isPublic: boolean; signal: AbortSignal }) {
  return new Promise<Asked>((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestTls : requestPlain
    const asked = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal,
        ...(!isPublic && { lookup: lookupOwn }),
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
          if (text.length > ANSWER_MAX_BYTES) asked.destroy(new Error('it answers too much'))
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Why it did not answer, in words that name no address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it does not answer'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'it takes too long'
  if (error instanceof SyntaxError || error instanceof z.ZodError) return 'its answer cannot be read'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** The answers of a while, by what was asked: a watch that lies on a table asks the same all night. */
function createAnswers(now: () => number) {
  const kept = new Map<string, { found: Found | undefined; until: number }>()
  return {
    of: (key: string) => {
      const one = kept.get(key)
      return one && now() < one.until ? one : undefined
    },
    keep(key: string, found: Found | undefined): void {
      kept.delete(key)
      kept.set(key, { found, until: now() + KEPT_MS })
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    },
  }
}

const keyOf = ({ cells, bssids }: Nearby): string => {
  const stations = cells.map(({ mcc, mnc, lac, cid }) => `${mcc}-${mnc}-${lac}-${cid}`)
  return createHash('sha256')
    .update(JSON.stringify([stations, bssids.toSorted()]))
    .digest('base64')
}

/** Asks a service of our own network (Ichnaea, beaconDB, or another that speaks as they do) what it knows of cells and networks. */
export function createLocationService(options: LocationServiceOptions): Resolver {
  const { isPublic, onRest, timeoutMs = TIMEOUT_MS, now = Date.now } = options
  const url = new URL(options.url)
  const rest = createRest(now)
  const answers = createAnswers(now)
  let underWay = 0

  async function ask(question: string, nearby: Nearby): Promise<Found | undefined> {
    const { status, text } = await post(url, question, { isPublic, signal: AbortSignal.timeout(timeoutMs) })
    if (KNOWS_NONE.has(status)) return undefined
    if (status !== 200) throw new Error(`it answers ${status}`)
    return foundIn(text, nearby)
  }

  return async (nearby) => {
    const question = questionOf(nearby)
    if (question === undefined || (!isPublic && isStranger(url))) return undefined
    const key = keyOf(nearby)
    const known = answers.of(key)
    if (known) return known.found
    if (underWay >= rest.most(AT_ONCE)) return undefined
    underWay++
    try {
      const found = await ask(question, nearby)
      rest.answered()
      answers.keep(key, found)
      return found
    } catch (error) {
      if (rest.failed()) onRest(reasonOf(error))
      return undefined
    } finally {
      underWay--
    }
  }
}
