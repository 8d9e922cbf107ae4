import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { selectAlarms } from './alarm-rows.ts'

/** The alarm, if the viewer may see it; else it does not exist. */
export async function getVisibleAlarm(db: Db, viewer: Viewer, uuid: string) {
  const [row] = await selectAlarms(db, viewer).where(and(eq(alarms.uuid, uuid), visibleAlarms(viewer)))
  if (!row) throw new Refusal('notFound')
  return row
}
