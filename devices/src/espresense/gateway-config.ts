import type { GatewayConfigEncoder } from '../gateway-codec.ts'

const ROOM = /^espresense\/(?:rooms\/([^/]+)\/|devices\/[^/]+\/([^/]+)$)/

/** ESPresense: a beacon that stays where it is is told of this often. */
export const encodeEspresenseConfig: GatewayConfigEncoder = (config, { topics }) => {
  const room = topics.map(roomOf).find((one) => one !== undefined)
  if (room === undefined || config.reportIntervalSeconds === undefined) return []
  return [
    { topic: `espresense/rooms/${room}/skip_ms/set`, payload: String(config.reportIntervalSeconds * 1000) },
  ]
}

function roomOf(topic: string): string | undefined {
  const parts = ROOM.exec(topic)
  return parts?.[1] ?? parts?.[2]
}
