import { MAX_NAMED } from '@carewatch/contracts/http/incidents'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { type AlarmRow, selectAlarms } from '../alarms/alarm-rows.ts'
import { firstId, isOfIncidents } from '../alarms/of-incident.ts'
import { alarmTriage, gravity } from '../alarms/triage.ts'

export type VisibleIncident = readonly [AlarmRow, ...AlarmRow[]]

/** A condition on `alarms`: what the viewer may see of the incident that this alarm is of. */
async function inVisibleIncident(db: Db, viewer: Viewer, uuid: string): Promise<SQL | undefined> {
  // unscoped: it names the incident, of which the viewer finds below what is theirs
  const [named] = await db.select({ firstId }).from(alarms).where(eq(alarms.uuid, uuid))
  if (!named) throw new Refusal('notFound')
  return and(isOfIncidents([named.firstId]), visibleAlarms(viewer))
}

/** What the viewer may see of the incident that this alarm is of, in the order of triage, as many as a screen names; where that is nothing, it does not exist. */
export async function getVisibleIncident(db: Db, viewer: Viewer, uuid: string): Promise<VisibleIncident> {
  const [first, ...others] = await selectAlarms(db, viewer)
    .where(await inVisibleIncident(db, viewer, uuid))
    .orderBy(alarmTriage.key)
    .limit(MAX_NAMED)
  if (!first) throw new Refusal('notFound')
  return [first, ...others]
}

const { openedAt, lastAt, closedAt, acknowledgedAt, active } = alarms

/** Of one that may have thousands of alarms: the gravest of them, and how all of it stands. */
export async function getGravestOfIncident(
  db: Db,
  viewer: Viewer,
  { uuid, most }: { uuid: string; most: number },
) {
  const which = await inVisibleIncident(db, viewer, uuid)
  const [first, ...others] = await selectAlarms(db, viewer)
    .where(which)
    .orderBy(gravity, asc(openedAt), asc(alarms.id))
    .limit(most)
  const [whole] = await db
    .select({
      count: count(),
      openedAt: sql`min(${openedAt})`.mapWith(openedAt),
      lastAt: sql`max(${lastAt})`.mapWith(lastAt),
      closedAt:
        sql<Date | null>`case when bool_and(${closedAt} is not null) then max(${closedAt}) end`.mapWith(
          closedAt,
        ),
      acknowledged: sql<boolean>`bool_and(${acknowledgedAt} is not null)`,
      active: sql<boolean>`bool_or(${active})`,
    })
    .from(alarms)
    .where(which)
  if (!first || !whole) throw new Refusal('notFound')
  const rows: VisibleIncident = [first, ...others]
  return { rows, whole }
}
