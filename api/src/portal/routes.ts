import { deviceAddress, portalSettings } from '@carewatch/contracts/http/portal'
import type { Env } from '../env.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

/** Where the broker listens for watches over plain TCP when nobody chose (broker/src/tcp/listener.ts). */
const USUAL_WATCH_PORT = 5_093

function tcpPortOf({ WATCH_PORT }: Pick<Env, 'WATCH_PORT'>): number | null {
  if (WATCH_PORT === undefined || WATCH_PORT === 'off') return null
  return WATCH_PORT === 'usual' ? USUAL_WATCH_PORT : WATCH_PORT
}

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
