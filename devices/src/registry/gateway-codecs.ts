import { emptyScan, type GatewayCodec, type Scan, type ScanContext } from '../gateway-codec.ts'
import { gatewayNative } from '../native/gateway.ts'
import { gatewayCodecs } from './gateways.ts'
import { gatewayFormatOf } from './guess-gateway.ts'
import { readParts } from './read-advertisement.ts'

const codecs: Readonly<Record<string, GatewayCodec>> = { native: gatewayNative, ...gatewayCodecs }

/** Of a model that nobody named it is told what it seems to speak; it is believed when somebody has said so. */
const unnamed: GatewayCodec = (topic, payload, context) => {
  if (topic.startsWith('gateway/')) return gatewayNative(topic, payload, context)
  const format = gatewayFormatOf(topic, payload)
  const detail = format ? `its model is not known; this looks like ${format}` : 'its model is not known'
  return { ...emptyScan(), rejects: [{ reason: 'shape', detail }] }
}

/** Reads what gateways of a format publish, whatever makes of beacons they hear. */
export function gatewayCodecOf(
  format: string,
): (topic: string, payload: Uint8Array, context: Omit<ScanContext, 'readParts'>) => Scan {
  const codec = (Object.hasOwn(codecs, format) ? codecs[format] : undefined) ?? unnamed
  return (topic, payload, context) => codec(topic, payload, { ...context, readParts })
}
