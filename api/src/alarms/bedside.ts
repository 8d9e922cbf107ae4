import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { acknowledge, type Changed } from './acknowledge.ts'
import type { AlarmRow } from './alarm-rows.ts'
import { notificationsOf } from './notifications-of.ts'
import { noteBedside } from './receipts.ts'

/** Somebody is with the person: so they take it too, where nobody has. */
export async function comeToBedside(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { id, uuid, companyId, closedAt }: AlarmRow['alarm'],
): Promise<Changed> {
  if (closedAt) throw new Refusal('conflict', 'alarmClosed')
  const changed = await acknowledge(db, caller, eq(alarms.id, id))
  const notificationIds = await db.transaction(async (tx) => {
    await noteBedside(tx, caller, id)
    await audit(tx, caller, { action: 'atBedside', entity: 'alarm', uuid, companyId })
    return notificationsOf(tx, id)
  })
  return { ...changed, notificationIds }
}
