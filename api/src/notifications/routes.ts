import * as contract from '@carewatch/contracts/http/notifications'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../devices/visible-device.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { acknowledge } from './acknowledge.ts'
import { listNotifications, lookBack } from './list.ts'
import { tellAcknowledged } from './tell-acknowledged.ts'

type Acknowledge = Input<typeof contract.acknowledgeNotifications>

export function notificationRoutes(serve: Serve, services: Services): void {
  const { db, log } = services

  serve(contract.notificationsAfter, async ({ params, query }, viewer) => {
    const { language } = viewer
    if (query.imei) await getVisibleDevice(db, viewer, { imei: query.imei })
    const after = params.time.getTime() === 0 ? lookBack(Date.now()) : params.time
    return listNotifications(db, viewer, { after, language, imei: query.imei })
  })

  serve(contract.acknowledgeNotifications, async ({ params, body }: Acknowledge, viewer: Caller) => {
    const { language } = viewer
    const { imei } = params
    const device = imei === 'all' ? null : await getVisibleDevice(db, viewer, { imei })
    const done = await acknowledge(db, viewer, { deviceId: device?.id ?? null, uuids: body?.uuids })
    // The acknowledgement stands; whoever misses the live event sees it at the next refetch.
    await tellAcknowledged(services, done).catch((err: unknown) =>
      log.warn({ err }, 'acknowledgement not told'),
    )
    const alsoIds = done.notificationIds
    const after = lookBack(Date.now())
    return listNotifications(db, viewer, { after, language, alsoIds, uuids: body?.uuids })
  })
}
