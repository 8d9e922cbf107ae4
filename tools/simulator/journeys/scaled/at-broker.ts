import { connect } from 'node:net'
import { type IClientOptions, MqttClient } from 'mqtt'

/** Past the balancer, at this door and no other: what the balancer would say first is said by us. */
export async function connectAtBroker(url: string, session: IClientOptions): Promise<MqttClient> {
  const { hostname, port } = new URL(url)
  const client = new MqttClient(() => {
    const socket = connect(Number(port), hostname)
    socket.write('PROXY UNKNOWN\r\n')
    return socket
  }, session)
  await new Promise((connected, failed) => client.once('connect', connected).once('error', failed))
  return client
}
