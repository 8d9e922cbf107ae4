import type { sightingsOf } from '../sightings.ts'

type Sighting = ReturnType<typeof sightingsOf>[number]

const byte = (value: number): string => value.toString(16).padStart(2, '0')

/** What a BTHome sensor puts into its advertisement: packet number, battery, then what it noticed, by rising numbers. */
function bthome({ battery, door, motion, water }: Sighting, packetId: number): string {
  const objects = [
    `00${byte(packetId % 256)}`,
    ...(battery === undefined ? [] : [`01${byte(battery)}`]),
    ...(door === undefined ? [] : [`1a${byte(Number(door))}`]),
    ...(water === undefined ? [] : [`20${byte(Number(water))}`]),
    ...(motion === undefined ? [] : [`21${byte(Number(motion))}`]),
  ].join('')
  const body = `16d2fc40${objects}`
  return `020106${byte(body.length / 2)}${body}`
}

function row(sighting: Sighting, timestamp: string, packetId: number): object {
  const { mac, rssi, battery, temperature, humidity } = sighting
  const common = { timestamp, mac: mac.toUpperCase(), bleName: '', rssi }
  // What its maker calls S1 is decoded by the gateway itself.
  if (temperature !== undefined) return { ...common, type: 'S1', battery, temperature, humidity }
  return { ...common, type: 'Unknown', rawData: bthome(sighting, packetId) }
}

/** A Minew's JSON-LONG: itself first, then what it received. */
export function minewScan(mac: string, sightings: readonly Sighting[], time: number): object[] {
  const timestamp = new Date(time).toISOString()
  const packetId = Math.floor(time / 10_000)
  const gateway = { timestamp, type: 'Gateway', mac: mac.toUpperCase(), gatewayFree: 85, gatewayLoad: 0.1 }
  return [gateway, ...sightings.map((one) => row(one, timestamp, packetId))]
}
