import { Refusal } from '@carewatch/contracts/refusal'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { acknowledge, type Changed } from './acknowledge.ts'
import type { AlarmRow } from './alarm-rows.ts'
import { notificationsOf } from './notifications-of.ts'
import { takenWith } from './of-incident.ts'
import { noteBedside } from './receipts.ts'

/** Somebody is with the person: so they take it too, where nobody has. */
export async function comeToBedside(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  alarm: AlarmRow['alarm'],
): Promise<Changed> {
  const { id, uuid, companyId, closedAt } = alarm
  if (closedAt) throw new Refusal('conflict', 'alarmClosed')
  const changed = await acknowledge(db, caller, takenWith(alarm))
  const notificationIds = await db.transaction(async (tx) => {
    await noteBedside(tx, caller, id)
    await audit(tx, caller, { action: 'atBedside', entity: 'alarm', uuid, companyId })
    return notificationsOf(tx, id)
  })
  return { ...changed, notificationIds: [...new Set([...changed.notificationIds, ...notificationIds])] }
}
