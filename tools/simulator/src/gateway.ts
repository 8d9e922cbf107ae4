import { gatewayTopic } from '@carewatch/contracts/topics'
import { connectDevice, publish, publishRetained } from './connection.ts'
import type { Credentials } from './credentials.ts'
import { sightingsOf } from './sightings.ts'
import { minewScan } from './formats/minew.ts'

const SCAN_EVERY_MS = 10_000
export type GatewayOptions = { url: string; onProblem: (problem: Error) => void }

/** A gateway on the wall: receives the beacons around it and publishes their sightings. */
export function createGateway(
  { mac, password, beacons, format }: Credentials['gateways'][number],
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
    if (!client.connected) return
    const sightings = sightingsOf(mac, beacons, time)
    const published =
      format === 'minew-gateway-json'
        ? publish(client, `/gw/${mac}/status`, minewScan(mac, sightings, time))
        : publish(client, gatewayTopic(mac, 'scan'), { time, beacons: sightings })
    published.catch(onProblem)
  }
  client.on('error', onProblem)
  client.on('connect', () => {
    publishRetained(client, statusTopic, { online: true }).catch(onProblem)
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
