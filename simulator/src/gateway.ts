import { gatewayTopic } from '@carewatch/contracts/topics'
import { connectDevice, tell, tellRetained } from './connection.ts'
import type { Credentials } from './credentials.ts'
import { correlated } from './physiology/random.ts'

const SCAN_EVERY_MS = 10_000
const NEAR_DBM = -58
const FAR_DBM = -79
const FADING = { stepMs: 5_000, memory: 0.8 }

export type GatewayOptions = { url: string; onProblem: (problem: Error) => void }

/** The beacon at its own place is near, those of the other rooms come through the walls. */
const rssiOf = (beacon: number, place: number, time: number): number =>
  Math.round(
    (beacon === place ? NEAR_DBM : FAR_DBM) +
      2.5 * correlated(place + 1, { ...FADING, channel: 200 + beacon }, time),
  )

/** A gateway on the wall: hears the beacons around it and tells what it heard. */
export function createGateway(
  { mac, password, hears }: Credentials['gateways'][number],
  { url, onProblem }: GatewayOptions,
) {
  const statusTopic = gatewayTopic(mac, 'status')
  const client = connectDevice(
    url,
    { username: mac, password, clientId: 'gateway' },
    { topic: statusTopic, payload: '{"online":false}' },
  )
  const scan = (): void => {
    const time = Date.now()
    const place = parseInt(mac.slice(-2), 16)
    const beacons = hears.map((beacon, index) => ({
      mac: beacon,
      rssi: rssiOf(index, place % hears.length, time),
    }))
    if (client.connected) tell(client, gatewayTopic(mac, 'scan'), { time, beacons }).catch(onProblem)
  }
  client.on('error', onProblem)
  client.on('connect', () => {
    tellRetained(client, statusTopic, { online: true }).catch(onProblem)
  })
  const timer = setInterval(scan, SCAN_EVERY_MS)

  return {
    client,
    close: async () => {
      clearInterval(timer)
      await client.endAsync()
    },
  }
}
