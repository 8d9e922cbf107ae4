import { connect } from 'node:net'
import mqtt, { MqttClient } from 'mqtt'

export type Identity = { username: string; password: string; clientId: string }
export type Will = { topic: string; payload: string }

const FIRST_RETRY_MS = 1_000
const SPREAD_MS = 2_000

/** A device's connection: the broker publishes its will when it is gone, and comes back by itself, not all at once. */
export function connectDevice(
  url: string,
  { username, password, clientId }: Identity,
  will?: Will,
): MqttClient {
  const client = mqtt.connect(url, {
    username,
    password,
    clientId,
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    connectTimeout: 10_000,
    reconnectPeriod: FIRST_RETRY_MS + Math.random() * SPREAD_MS,
    reconnectOnConnackError: true,
    queueQoSZero: false,
    ...(will && {
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
    }),
  })
  return client
}

export const publish = (client: MqttClient, topic: string, payload: object): Promise<unknown> =>
  client.publishAsync(topic, JSON.stringify(payload), { qos: 1 })

/** Kept by the broker for whoever asks later, until the last will replaces it. */
export const publishRetained = (client: MqttClient, topic: string, payload: object): Promise<unknown> =>
  client.publishAsync(topic, JSON.stringify(payload), { qos: 1, retain: true })

/** Resolves when the broker has let it in. */
export const connected = (client: MqttClient, withinMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the broker did not answer')), withinMs)
    client.once('connect', () => {
      clearTimeout(late)
      resolve()
    })
  })

/** Of a loopback's own networks another than that of everybody here. */
const ELSEWHERE = '127.77.0.1'

/** The same client of the same device once more, beside its broker, from another network: MQTT gives the session to whoever came last. */
export function connectFromElsewhere({ options }: MqttClient): MqttClient {
  const { will: _, ...same } = options
  const { host = '127.0.0.1', port = 1_883 } = options
  return new MqttClient(() => connect({ host, port, localAddress: ELSEWHERE }), {
    ...same,
    reconnectPeriod: FIRST_RETRY_MS,
  })
}
