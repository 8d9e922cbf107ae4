import type { View } from '../view.ts'
import { eddystoneView, iBeaconView, ruuviView } from './beacons.ts'
import { bthomeView } from './bthome.ts'
import { aprilBrotherView, espresenseView, minewBinaryView, openMqttView, shellyView } from './gateways.ts'
import { ingicsView } from './ingics.ts'
import { minewGatewayView, minewView } from './minew.ts'
import { mkgw4View, mokoGatewayView } from './moko-gateways.ts'
import { ruuviGatewayView } from './ruuvi-gateway.ts'
import { mokoView, sensorView } from './sensors.ts'
import { structureView } from './structure.ts'

/** Of what is heard in rooms: advertisements, and the gateways that pass them on. */
export const roomViews: Record<string, View> = {
  'adv-structure': structureView,
  'adv-ibeacon': iBeaconView,
  'adv-eddystone': eddystoneView,
  'adv-ruuvi': ruuviView,
  'adv-bthome-v2': bthomeView,
  'adv-minew': minewView,
  'adv-moko': mokoView,
  'adv-xiaomi-atc-pvvx': sensorView,
  'adv-govee': sensorView,
  'adv-inkbird': sensorView,
  'adv-shelly-blu': sensorView,
  'adv-xiaomi-mibeacon': sensorView,
  'adv-room-sensors-other': sensorView,
  'minew-gateway-json': minewGatewayView,
  'minew-gateway-binary': minewBinaryView,
  'moko-gateway-json': mokoGatewayView,
  'moko-mkgw4-binary': mkgw4View,
  'ingics-gprp': ingicsView,
  'ruuvi-gateway-mqtt': ruuviGatewayView,
  'omg-theengs-mqtt': openMqttView,
  'espresense-mqtt': espresenseView,
  'shelly-ble-mqtt': shellyView,
  'april-brother-v4': aprilBrotherView,
}
