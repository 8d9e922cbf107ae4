import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import type { Portal } from './portal.ts'

/** What the sensor of a room would have reported. */
export async function waterIn(portal: Portal, name: string): Promise<void> {
  const room = (await portal.db.select().from(rooms)).find((each) => each.name === name)
  const branch = (await portal.db.select().from(branches)).find(({ id }) => id === room?.branchId)
  const now = new Date()
  const place = { branchId: branch?.id, companyId: branch?.companyId }
  const alarm = {
    kind: 'WATER',
    category: 'OPERATIONAL',
    severity: 'HIGH',
    openedAt: now,
    lastAt: now,
  } as const
  const [made] = await portal.db
    .insert(alarms)
    .values({ ...place, ...alarm, roomId: room?.id })
    .returning()
  await portal.db.insert(notifications).values({ ...place, alarmId: made?.id, type: 'ALARM', createdAt: now })
}
