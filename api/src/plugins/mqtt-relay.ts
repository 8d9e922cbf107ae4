import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { createWebSocketStream } from 'ws'

const TRY_AGAIN_LATER = 1013

/** MQTT over WebSocket: the bytes go to the broker and back as they are; who may say what is decided there. */
export function mqttRelay(app: FastifyInstance, mqttUrl: string): void {
  const { protocol, hostname: host, port } = new URL(mqttUrl)
  const open = () =>
    protocol === 'mqtts:'
      ? connectSecurely({ host, port: Number(port || 8883), servername: host })
      : connect({ host, port: Number(port || 1883), noDelay: true })

  app.get('/mqtt', { websocket: true, schema: { hide: true } }, (socket, request) => {
    const device = createWebSocketStream(socket)
    const broker = open()
    broker.once('error', (err) => {
      request.log.debug({ err }, 'broker away')
      socket.close(TRY_AGAIN_LATER)
    })
    // Either side that ends, ends the other; the reason of a broken line is of no use to anybody.
    pipeline(device, broker, () => broker.destroy())
    pipeline(broker, device, () => socket.close())
  })
}
