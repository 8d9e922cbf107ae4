import { isAddressOf, isPrivateAddress } from '@carewatch/devices/kit/private-address'

/** Phones that pass a door each bring a new one every quarter of an hour. */
const REMEMBERED = 10_000

type Keyed = { identityKey: Uint8Array | null }

/** Whose address that changes it is, by the identity keys of these beacons; each address is tried once. */
export function createPrivateAddresses<Beacon extends Keyed>(
  beacons: readonly Beacon[],
): (mac: string) => Beacon | undefined {
  const keyed = beacons.filter(({ identityKey }) => identityKey !== null)
  if (keyed.length === 0) return () => undefined
  const known = new Map<string, Beacon | undefined>()
  return (mac) => {
    if (!isPrivateAddress(mac)) return undefined
    if (known.has(mac)) return known.get(mac)
    if (known.size >= REMEMBERED) known.clear()
    const beacon = keyed.find(({ identityKey }) => identityKey !== null && isAddressOf(identityKey, mac))
    known.set(mac, beacon)
    return beacon
  }
}
