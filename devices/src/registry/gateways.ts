import type { ConfigurableFormat, FormatName, GatewayFormat } from '@carewatch/contracts/formats'
import type { GatewayCodec, GatewayConfigEncoder } from '../gateway-codec.ts'
import { aprilBrother } from '../april-brother/gateway.ts'
import { encodeEspresenseConfig } from '../espresense/gateway-config.ts'
import { espresense } from '../espresense/gateway.ts'
import { ingics } from '../ingics/gateway.ts'
import { minewBinary } from '../minew/gateway-binary.ts'
import { minewJson } from '../minew/gateway-json.ts'
import { encodeMinewConfig } from '../minew/gateway-config.ts'
import { mkgw4 } from '../moko/mkgw4.ts'
import { mokoJson } from '../moko/gateway-json.ts'
import { encodeMokoConfig } from '../moko/gateway-config.ts'
import { encodeOpenMqttConfig } from '../openmqtt/gateway-config.ts'
import { openMqtt } from '../openmqtt/gateway.ts'
import { ruuviGateway } from '../ruuvi/gateway.ts'
import { shelly } from '../shelly/gateway.ts'

const BINARY_MINEW = 0xbb
const JSON_BEGINS = 0x7b

/** Its installer chose which of its maker's two ways it speaks. */
const minew: GatewayCodec = (topic, payload, context) =>
  (payload[0] === BINARY_MINEW ? minewBinary : minewJson)(topic, payload, context)
const moko: GatewayCodec = (topic, payload, context) =>
  (payload[0] === JSON_BEGINS ? mokoJson : mkgw4)(topic, payload, context)

/** One line a format that gateways speak; leave one out and this file stops compiling. */
export const gatewayCodecs: Partial<Record<FormatName, GatewayCodec>> = {
  'minew-gateway-json': minew,
  'minew-gateway-binary': minew,
  'moko-gateway-json': moko,
  'moko-mkgw4-binary': moko,
  'ingics-gprp': ingics,
  'ruuvi-gateway-mqtt': ruuviGateway,
  'omg-theengs-mqtt': openMqtt,
  'espresense-mqtt': espresense,
  'shelly-ble-mqtt': shelly,
  'april-brother-v4': aprilBrother,
} satisfies Record<GatewayFormat, GatewayCodec>

/** Those that can be told something. */
export const gatewayConfigEncoders: Partial<Record<FormatName, GatewayConfigEncoder>> = {
  'minew-gateway-json': encodeMinewConfig,
  'moko-gateway-json': encodeMokoConfig,
  'omg-theengs-mqtt': encodeOpenMqttConfig,
  'espresense-mqtt': encodeEspresenseConfig,
} satisfies Record<ConfigurableFormat, GatewayConfigEncoder>
