import * as contract from '@carewatch/contracts/http/notifications'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, eq, inArray } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { acknowledge } from '../alarms/acknowledge.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listNotificationPage } from './list-page.ts'
import { listNotifications, lookBack } from './list.ts'

type Acknowledge = Input<typeof contract.acknowledgeNotifications>

export function notificationRoutes(serve: Serve, services: Services): void {
  const { db } = services

  serve(contract.notificationsAfter, async ({ params, query }, viewer) => {
    const { language } = viewer
    if (query.imei) await getVisibleDevice(db, viewer, { imei: query.imei })
    const isFirst = params.time.getTime() === 0
    const after = isFirst ? lookBack(Date.now()) : params.time
    const { wearerUUID } = query
    const wearer = wearerUUID ? await getVisibleWearer(db, viewer, wearerUUID) : undefined
    return listNotifications(db, viewer, {
      after,
      isFirst,
      language,
      imei: query.imei,
      wearerId: wearer?.id,
    })
  })

  serve(contract.allNotifications, (asked, caller) => listNotificationPage(db, caller, asked))

  serve(contract.acknowledgeNotifications, async ({ params, body }: Acknowledge, viewer: Caller) => {
    const { language } = viewer
    const { imei } = params
    const device = imei === 'all' ? null : await getVisibleDevice(db, viewer, { imei })
    const which = and(
      device ? eq(alarms.deviceId, device.id) : undefined,
      body?.uuids && inArray(notifications.uuid, [...body.uuids]),
    )
    const done = await acknowledge(db, viewer, which)
    await publishChanged(services, done, 'acknowledged')
    const alsoIds = done.notificationIds
    const after = lookBack(Date.now())
    return listNotifications(db, viewer, { after, language, alsoIds, uuids: body?.uuids })
  })
}
