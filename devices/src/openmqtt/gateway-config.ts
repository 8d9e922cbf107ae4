import type { GatewayConfigEncoder } from '../gateway-codec.ts'

const REPORTED = /^(.*)\/(BTtoMQTT\/[^/]+|LWT|SYStoMQTT)$/

/** OpenMQTTGateway: how often it listens, and how weakly. */
export const encodeOpenMqttConfig: GatewayConfigEncoder = (config, { topics }) => {
  const base = topics.map((topic) => REPORTED.exec(topic)?.[1]).find((one) => one !== undefined)
  const payload = {
    ...(config.scanIntervalSeconds !== undefined && { interval: config.scanIntervalSeconds * 1000 }),
    ...(config.rssiFilterDbm !== undefined && { minrssi: config.rssiFilterDbm }),
  }
  if (base === undefined || Object.keys(payload).length === 0) return []
  return [{ topic: `${base}/commands/MQTTtoBT/config`, payload: JSON.stringify(payload) }]
}
