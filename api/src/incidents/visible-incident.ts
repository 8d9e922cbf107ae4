import { MAX_NAMED } from '@carewatch/contracts/http/incidents'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { type AlarmRow, selectAlarms } from '../alarms/alarm-rows.ts'
import { firstId, isOfIncidents } from '../alarms/of-incident.ts'
import { alarmTriage } from '../alarms/triage.ts'

export type VisibleIncident = readonly [AlarmRow, ...AlarmRow[]]

/** What the viewer may see of the incident that this alarm is of, in the order of triage, as many as a screen names; where that is nothing, it does not exist. */
export async function getVisibleIncident(db: Db, viewer: Viewer, uuid: string): Promise<VisibleIncident> {
  // unscoped: it names the incident, of which the viewer finds below what is theirs
  const [named] = await db.select({ firstId }).from(alarms).where(eq(alarms.uuid, uuid))
  if (!named) throw new Refusal('notFound')
  const [first, ...others] = await selectAlarms(db, viewer)
    .where(and(isOfIncidents([named.firstId]), visibleAlarms(viewer)))
    .orderBy(alarmTriage.key)
    .limit(MAX_NAMED)
  if (!first) throw new Refusal('notFound')
  return [first, ...others]
}
