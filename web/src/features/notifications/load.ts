import { allDevices, deviceDetail } from '@carewatch/contracts/http/devices'
import { allNotifications } from '@carewatch/contracts/http/notifications'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { asksHistory, filtersOf, type NotificationsSearch } from './search.ts'

const ROWS = 50

async function devicesWith(uuid: string | undefined) {
  const { devices } = await call(allDevices, { query: { size: PAGE_SIZE_MAX } })
  if (!uuid || devices.some((device) => device.uuid === uuid)) return devices
  const found = await orNothing(call(deviceDetail, { params: { uuid } }))
  return found ? [found.device, ...devices] : devices
}

/** The devices to filter by and, where it was asked for, a page of all there ever was. */
export async function loadNotifications(search: NotificationsSearch) {
  const devices = await devicesWith(search.device)
  if (!asksHistory(search)) return { devices, history: null }
  const imei = devices.find(({ uuid }) => uuid === search.device)?.imei
  const query = { ...filtersOf(search), imei, page: search.page ?? 1, size: ROWS }
  const { notifications, total } = await call(allNotifications, { query })
  return { devices, history: { notifications, pages: Math.ceil(total / ROWS), total } }
}
export type Loaded = Awaited<ReturnType<typeof loadNotifications>>
