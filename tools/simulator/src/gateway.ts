import { gatewayTopic } from '@carewatch/contracts/topics'
import { connectDevice, tell, tellRetained } from './connection.ts'
import type { Credentials } from './credentials.ts'
import { heardBy } from './sightings.ts'
import { minewScan } from './formats/minew.ts'

const SCAN_EVERY_MS = 10_000
export type GatewayOptions = { url: string; onProblem: (problem: Error) => void }

/** A gateway on the wall: hears the beacons around it and tells what it heard. */
export function createGateway(
  { mac, password, hears, format }: Credentials['gateways'][number],
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
    const beacons = heardBy(mac, hears, time)
    const told =
      format === 'minew-gateway-json'
        ? tell(client, `/gw/${mac}/status`, minewScan(mac, beacons, time))
        : tell(client, gatewayTopic(mac, 'scan'), { time, beacons })
    told.catch(onProblem)
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
