import { ibeaconText } from '@carewatch/contracts/rooms'
import type { Scan, Sighting } from '@carewatch/devices/gateway-codec'
import type { ScanUplink } from '../uplink.ts'
import type { CompanyBeacons, KnownBeacon } from './beacon-cache.ts'
import { createBound } from '../kept-bounds.ts'
import { createFactMemory } from './fact-memory.ts'
import { createGatewayClocks } from './gateway-clock.ts'
import { createSightingThrottle } from './sighting-throttle.ts'
import type { BeaconSighting } from './scan-message.ts'
import type { SeenWriter } from './seen-writer.ts'
import type { UnknownBeacons } from './unknown-beacons.ts'

/** A gateway's clock may be ahead by so much; what it kept longer than that is not worth a row. */
const AHEAD_MS = 2_000
const OLDEST_MS = 86_400_000
const HOUR_MS = 3_600_000

type Written = {
  seen: SeenWriter
  unknown: UnknownBeacons
  /** What of a registered beacon's advertisement nobody could read. */
  keepUnread: (uplink: ScanUplink, part: string) => void
}

/** Of a gateway's sightings, those of registered beacons that are worth a row. */
export function createSightingFilter({ seen, unknown, keepUnread }: Written) {
  const memory = createFactMemory()
  const oneASecond = createSightingThrottle()
  const clocks = createGatewayClocks()
  // A sensor says the same again each second.
  const isFirstOfHour = createBound(HOUR_MS, 1)

  function listen(uplink: ScanUplink, sighting: Sighting, company: CompanyBeacons): BeaconSighting[] {
    const { gatewayId } = uplink.source
    const beacon = find(company, sighting)
    if (!beacon) unknown.note(gatewayId, sighting)
    if (!beacon || sighting.time < uplink.receivedAt - OLDEST_MS) return []
    seen.noteBeacon({ beacon, sighting })
    const { unknown: part } = sighting
    if (part !== undefined && isFirstOfHour(`${gatewayId} ${part}`, uplink.receivedAt))
      keepUnread(uplink, part)
    const changes = memory.learn(beacon, { gatewayId, sighting })
    const isDue = oneASecond.isDue({ gatewayId, beaconId: beacon.id, time: sighting.time })
    return isDue || changes.length > 0 ? [{ beacon, sighting, changes }] : []
  }

  return (uplink: ScanUplink, { sightings }: Scan, company: CompanyBeacons): BeaconSighting[] => {
    const { source, receivedAt } = uplink
    const timed = sightings.filter(isValidRssi).map((given) => ({
      ...given,
      time: timeOf(given, uplink),
      rssi: Math.round(given.rssi),
    }))
    const newest = timed.reduce((latest, { time }) => Math.max(latest, time), Number.NEGATIVE_INFINITY)
    const behindMs = clocks.behindBy(source.gatewayId, newest, receivedAt)
    return timed.flatMap((one) => listen(uplink, { ...one, time: one.time + behindMs }, company))
  }
}

const RSSI = { min: -128, max: 127 }
const isValidRssi = ({ rssi }: Sighting): boolean => rssi >= RSSI.min && rssi <= RSSI.max

/** A clock that is ahead, or was never set, is not believed. */
function timeOf({ time }: Sighting, { receivedAt }: ScanUplink): number {
  const isBelieved = time <= receivedAt + AHEAD_MS && time > receivedAt - 2 * OLDEST_MS
  return Math.round(isBelieved ? Math.min(time, receivedAt) : receivedAt)
}

function find(company: CompanyBeacons, { mac, ibeacon }: Sighting): KnownBeacon | undefined {
  const { byMac, byIbeacon, byPrivateAddress } = company
  return byMac.get(mac) ?? byPrivateAddress(mac) ?? (ibeacon && byIbeacon.get(ibeaconText(ibeacon)))
}
