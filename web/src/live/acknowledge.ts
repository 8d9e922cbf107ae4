import { acknowledgeNotifications } from '@carewatch/contracts/http/notifications'
import type { Notification } from '@carewatch/contracts/notifications'
import { attempt } from '../feedback/attempt.ts'
import { call } from '../http/call.ts'
import { store } from '../store.ts'
import { keepNotifications } from './notifications.ts'
import { refreshNotifications } from './refresh.ts'

async function acknowledgeWith(input: Parameters<typeof call<typeof acknowledgeNotifications>>[1]) {
  const answer = await attempt(() => call(acknowledgeNotifications, input))
  if (answer) store.set(keepNotifications, answer.notifications)
  return answer !== null
}

/** After an answer the rows move up: the second tap of a nervous finger must not answer the next alarm unread. */
const DOUBLE_TAP_MS = 400
let answeredAt = -Infinity

export async function acknowledge({ uuid, deviceIMEI }: Notification): Promise<void> {
  if (performance.now() - answeredAt < DOUBLE_TAP_MS) return
  await acknowledgeWith({ params: { imei: deviceIMEI ?? 'all' }, body: { uuids: [uuid] } })
  answeredAt = performance.now()
}

/** All open ones of one device, or of everyone in scope. */
export async function acknowledgeAll(imei: string): Promise<void> {
  if (await acknowledgeWith({ params: { imei }, body: undefined })) await refreshNotifications()
}
