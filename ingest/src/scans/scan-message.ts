import type { EventType } from '@carewatch/contracts/alarms'
import { isButton } from '@carewatch/contracts/rooms'
import type { Sighting } from '@carewatch/devices/gateway-codec'
import type { ScanUplink } from '../uplink.ts'
import type { KnownBeacon } from './beacon-cache.ts'
import type { FactChange } from './fact-memory.ts'

/** A sighting of a registered beacon by one gateway, and the changes in it. */
export type BeaconSighting = { beacon: KnownBeacon; sighting: Sighting; changes: FactChange[] }

/** What of a gateway's message is to be committed. */
export type ScanMessage = { uplink: ScanUplink; kept: BeaconSighting[] }

/** Beacon types whose button is a call for help; a sensor's button is only a press. */
const CALLS_FOR_HELP: readonly KnownBeacon['deviceType'][] = ['BUTTON', 'TAG']

export const isCry = (
  { beacon }: Pick<BeaconSighting, 'beacon'>,
  { kind }: Pick<FactChange, 'kind'>,
): boolean =>
  isButton(kind) &&
  (beacon.buttons[kind] ?? 'SOS') === 'SOS' &&
  (beacon.deviceId !== null || CALLS_FOR_HELP.includes(beacon.deviceType))

/** What it is of the watch whose wearer carries the button. */
export function eventOf(
  { beacon }: Pick<BeaconSighting, 'beacon'>,
  change: Pick<FactChange, 'kind'>,
): EventType | null {
  if (beacon.deviceId === null || !isButton(change.kind)) return null
  const act = beacon.buttons[change.kind] ?? 'SOS'
  return act === 'NOTHING' ? null : act
}

export const isUrgentScan = ({ kept }: ScanMessage): boolean =>
  kept.some((one) => one.changes.some((change) => isCry(one, change)))
