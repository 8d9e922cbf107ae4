import type { Alarm } from '@carewatch/contracts/alarms'
import { allAlarms } from '@carewatch/contracts/http/alarms'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import type { Device } from '@carewatch/contracts/http/devices'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../http/call.ts'
import { isWithin, type Span } from './span.ts'

/** Something that happened to a device at a moment. */
export type Happening = Pick<
  Alarm,
  | 'uuid'
  | 'kind'
  | 'direction'
  | 'severity'
  | 'metric'
  | 'value'
  | 'late'
  | 'isRehearsal'
  | 'active'
  | 'acknowledgedBy'
> & { at: Date; wearer?: Alarm['wearer'] | undefined }

/** A rehearsal is nothing that happened to the wearer. */
const isReal = ({ isRehearsal }: Pick<Alarm, 'isRehearsal'>): boolean => !isRehearsal

/** Of what happened is asked: to a device, or to a person whatever they wore. */
export type HappenedTo = { device: Device } | { wearer: { uuid: string } }
type Asked = { of: HappenedTo; span: Span; role: Role }

/** Alarms where the role may read their history, else its notifications of them; oldest first. */
export async function loadHappenings({ of, span, role }: Asked): Promise<Happening[]> {
  const { from, to } = span
  if ((allAlarms.allow as readonly Role[]).includes(role)) {
    const whose = 'device' in of ? { device: of.device.uuid } : { wearer: of.wearer.uuid }
    const { alarms } = await call(allAlarms, { query: { ...whose, from, to, size: PAGE_SIZE_MAX } })
    return alarms
      .filter(isReal)
      .map((alarm) => ({ ...alarm, at: alarm.openedAt }))
      .toReversed()
  }
  const { notifications } = await call(notificationsAfter, {
    params: { time: from },
    query: 'device' in of ? { imei: of.device.imei } : { wearerUUID: of.wearer.uuid },
  })
  return notifications
    .filter((notification) => isReal(notification) && isWithin(notification.createdAt, span))
    .map((notification) => ({ ...notification, at: notification.createdAt }))
    .toReversed()
}
