import { portalSettings } from '@carewatch/contracts/http/portal'
import type { Env } from '../env.ts'
import type { Serve } from '../http/serve.ts'

export function portalRoutes(serve: Serve, { MAP_STYLE_URL, VAPID_PUBLIC_KEY }: Env): void {
  serve(portalSettings, () =>
    Promise.resolve({ mapStyleUrl: MAP_STYLE_URL ?? null, pushKey: VAPID_PUBLIC_KEY ?? null }),
  )
}
