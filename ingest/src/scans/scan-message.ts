import type { Sighting } from '@carewatch/devices/gateway-codec'
import type { ScanUplink } from '../uplink.ts'
import type { KnownBeacon } from './beacon-book.ts'
import type { News } from './fact-memory.ts'

/** A registered beacon as one gateway heard it, and what of it is news. */
export type HeardBeacon = { beacon: KnownBeacon; sighting: Sighting; news: News[] }

/** What of a gateway's message is to be committed. */
export type ScanMessage = { uplink: ScanUplink; heard: HeardBeacon[] }

/** Whose button is a cry for help; of a sensor's it is only known that somebody pressed it. */
const CALLS_FOR_HELP: readonly KnownBeacon['deviceType'][] = ['BUTTON', 'TAG']

export const isCry = ({ beacon }: Pick<HeardBeacon, 'beacon'>, { kind }: Pick<News, 'kind'>): boolean =>
  kind === 'button' && (beacon.deviceId !== null || CALLS_FOR_HELP.includes(beacon.deviceType))

export const isUrgentScan = ({ heard }: ScanMessage): boolean =>
  heard.some((one) => one.news.some((news) => isCry(one, news)))
