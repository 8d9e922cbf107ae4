import type { GatewayConfigEncoder } from '../gateway-codec.ts'

const FILTER_RSSI = 1042
const FILTER_REPEATED = 1057
/** Of the same beacon and the same bytes. */
const SAME_BYTES = 3

/** Each setting is a message of its own. */
export const encodeMokoConfig: GatewayConfigEncoder = (config, { mac, topics }) => {
  const topic = configTopic(topics)
  if (topic === undefined) return []
  const encodeFrame = (id: number, data: object) => ({
    topic,
    payload: JSON.stringify({ msg_id: id, device_info: { mac }, data }),
  })
  return [
    ...(config.rssiFilterDbm === undefined ? [] : [encodeFrame(FILTER_RSSI, { rssi: config.rssiFilterDbm })]),
    ...(config.reportIntervalSeconds === undefined
      ? []
      : [encodeFrame(FILTER_REPEATED, { rule: SAME_BYTES, timeout: config.reportIntervalSeconds })]),
  ]
}

/** Beside what it publishes on, by its maker's custom; undefined: nobody knows where it listens. */
function configTopic(topics: readonly string[]): string | undefined {
  const reported = topics.find((topic) => /\/(send|device_to_app)$/.test(topic))
  return reported?.replace(/send$/, 'receive').replace(/device_to_app$/, 'app_to_device')
}
