import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { Changed } from './acknowledge.ts'
import type { AlarmRow } from './alarm-rows.ts'
import { notificationsOf } from './notifications-of.ts'
import { writeStep } from './steps.ts'

/** Also when the alarm is over: what came of it is often known later. */
export const commentAlarm = (
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { row: { alarm }, note }: { row: AlarmRow; note: string },
): Promise<Changed> =>
  db.transaction(async (tx) => {
    await writeStep(tx, caller, {
      alarm,
      action: 'commented',
      step: { step: 'COMMENTED', note, value: null },
    })
    return { notificationIds: await notificationsOf(tx, alarm.id), taskIds: [] }
  })
