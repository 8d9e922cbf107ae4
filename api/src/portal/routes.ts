import { deviceAddress, portalSettings } from '@carewatch/contracts/http/portal'
import type { Env } from '../env.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { tcpPortOf } from './tcp-port.ts'

export function portalRoutes(serve: Serve, { map }: Pick<Services, 'map'>, env: Env): void {
  serve(portalSettings, async () => ({
    hasStreets: (await map.current()) !== null,
    mapStyleUrl: env.MAP_STYLE_URL ?? null,
    pushKey: env.VAPID_PUBLIC_KEY ?? null,
  }))
  serve(deviceAddress, () =>
    Promise.resolve({
      host: env.DEVICE_HOST ?? null,
      mqttPort: env.MQTT_PORT,
      mqttsPort: env.MQTTS_PORT ?? null,
      tcpPort: tcpPortOf(env),
    }),
  )
}
