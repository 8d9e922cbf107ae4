import { atcReader } from '../xiaomi/atc.ts'
import { bthomeReader } from '../bthome/advertisement.ts'
import { eddystoneReader } from '../eddystone/advertisement.ts'
import { goveeCareReader, goveePresenceReader } from '../govee/care-sensors.ts'
import { govee5179Reader, goveeReader, goveeSmartReader } from '../govee/advertisement.ts'
import { iBeaconReader, jaaleeReader } from '../ibeacon/advertisement.ts'
import { ingicsReader } from '../ingics/advertisement.ts'
import { inkbirdReader } from '../inkbird/advertisement.ts'
import { miBeaconReader, miBeaconUnasked } from '../xiaomi/mibeacon.ts'
import { minewConnectReader } from '../minew/connect.ts'
import { minewReader } from '../minew/advertisement.ts'
import { mokoBeaconReader, mokoProReader, mokoReader } from '../moko/advertisement.ts'
import {
  batteryReader,
  beeWiReader,
  elaReader,
  elaStateReader,
  hoboReader,
  humidityReader,
  nodonReader,
  temperatureReader,
} from '../other-makers/doors-and-more.ts'
import { monitReader } from '../other-makers/monit.ts'
import { switchBotReader, switchBotServiceReader } from '../switchbot/advertisement.ts'
import { aranetReader } from '../other-makers/aranet.ts'
import {
  abSensorReader,
  blueMaestroReader,
  oriaReader,
  radiolandReader,
  sensirionReader,
  thermoBeaconReader,
  thermoProReader,
} from '../other-makers/thermometers.ts'
import { qingpingReader } from '../qingping/advertisement.ts'
import type { Reader } from '../advertisements/read.ts'
import { ruuviReader } from '../ruuvi/advertisement.ts'
import { shellyReader } from '../bthome/shelly-blu.ts'

/** Who reads service data, by the service's number. */
export const serviceReaders: ReadonlyMap<number, readonly Reader[]> = new Map([
  [0xfcd2, [bthomeReader]],
  [0xfeaa, [eddystoneReader]],
  [0xfeab, [mokoProReader]],
  [0xff01, [mokoBeaconReader]],
  [0xffe1, [minewReader]],
  [0xf525, [jaaleeReader]],
  [0x181a, [atcReader]],
  [0xfe95, [miBeaconReader]],
  [0xfdcd, [qingpingReader]],
  [0xfd3d, [switchBotServiceReader]],
  [0x0d00, [switchBotServiceReader]],
  [0x0318, [radiolandReader]],
  [0x1803, [radiolandReader]],
  [0x180f, [batteryReader]],
  [0x2a06, [elaStateReader]],
  [0x2a6e, [temperatureReader]],
  [0x2a6f, [humidityReader]],
])

/** Asked where the service is none of these. */
export const anyService: readonly Reader[] = [abSensorReader, nodonReader]

/** Asked where a gateway has left out which service it is. */
export const unknownService: readonly Reader[] = [...anyService, miBeaconUnasked]

/** Who reads maker's data, by the maker's number: borrowed ones among them, so each looks whether it is its own. */
export const makerReaders: ReadonlyMap<number, readonly Reader[]> = new Map<number, readonly Reader[]>([
  [0x0001, [goveeSmartReader]],
  [0x000d, [ingicsReader, beeWiReader]],
  [0x0059, [ingicsReader, monitReader]],
  [0x082c, [ingicsReader]],
  [0x812c, [ingicsReader]],
  [0x004c, [iBeaconReader]],
  [0x00c5, [hoboReader]],
  [0x0133, [blueMaestroReader]],
  [0x0499, [ruuviReader]],
  [0x06d5, [sensirionReader]],
  [0x0702, [aranetReader]],
  [0x0757, [elaReader]],
  [0x0969, [switchBotReader]],
  [0x8801, [govee5179Reader]],
  [0x8803, [goveePresenceReader]],
  [0x8843, [goveePresenceReader]],
  [0xec88, [goveeReader]],
  [0xef88, [goveeCareReader]],
  [0xaa55, [oriaReader]],
  ...[0x10, 0x11, 0x14, 0x15, 0x18, 0x1b, 0x30].map((maker): [number, Reader[]] => [
    maker,
    [thermoBeaconReader],
  ]),
  [0x0639, [minewConnectReader]],
  [0x0a62, [mokoReader]],
  [0x0ba9, [shellyReader]],
])

/** Those whose maker's data has no maker's number: measurements stand where it would. */
const nameReaders: readonly (readonly [RegExp, Reader])[] = [
  [/^([st]ps|ITH-12S)$/, inkbirdReader],
  [/^TP3[59]\d/, thermoProReader],
]

export const nameReader = (name: string): Reader | undefined =>
  name === '' ? undefined : nameReaders.find(([pattern]) => pattern.test(name))?.[1]
