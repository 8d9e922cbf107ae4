import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from './viewer.ts'

type Who = Pick<Viewer, 'id' | 'role'>

/** Families see what a device reports of whom they are related to; staff, whoever wears it. */
export const isFamily = ({ role }: Pick<Who, 'role'>): boolean => role === 'OWNER' || role === 'RELATIVE'

/**
 * A condition on `assignments`: the one in which a device is worn now (`present_assignment`, migrations/sql/0032_planned.sql). What was begun or
 * ended is so whatever the clock says; what is planned comes by its time.
 */
export const isPresent = sql`((${assignments.startedAt} <= now() or ${assignments.dueAt} is distinct from ${assignments.startedAt})
  and (${assignments.endedAt} is null or (${assignments.dueAt} is not null and now() < ${assignments.endedAt})))`

/** Of `devices`: since when the viewer is related to who wears it; for ever, where nobody wrote down that it began. */
const relatedSince = ({ id }: Who): SQL =>
  sql`coalesce((select ${wearerRelations.since} from ${assignments}
    inner join ${wearerRelations} on ${wearerRelations.wearerId} = ${assignments.wearerId}
      and ${wearerRelations.userId} = ${id} and ${wearerRelations.until} is null
    where ${assignments.deviceId} = ${devices.id} and ${isPresent} order by ${assignments.startedAt} desc limit 1), '-infinity')`

/** Of `devices`: the uuid of who wears it now. */
export const presentWearer = sql<
  string | null
>`(select ${wearers.uuid} from ${wearers} where ${wearers.id} = present_wearer(${devices.id}))`

/** Of `devices`: since when who wears it now does; in the year 9999 where nobody does any more (`present_since`, migrations/sql/0032_planned.sql). */
export const presentSince = (): SQL<Date> =>
  sql<Date>`present_since(${devices.id})`.mapWith(devices.createdAt)

/** Of `devices`: since when the company that has them has who wears it now. */
const movedAt = sql`(select ${assignments.movedAt} from ${assignments}
  where ${assignments.deviceId} = ${devices.id} and ${isPresent} order by ${assignments.startedAt} desc limit 1)`

/** Of `devices`: when what is planned of it comes next, until it is done; null: nothing is planned. */
export const plannedChange = sql<Date | null>`planned_change(${devices.id})`.mapWith(devices.createdAt)

/** A condition on `devices`: what was planned has come and is not done yet. Whoever is responsible for who wore it until then still is for the device. */
export const isChanging = sql`exists (select from ${assignments}
  where ${assignments.deviceId} = ${devices.id} and ${assignments.dueAt} <= now())`

/**
 * Of `devices`: from when on the viewer may see what this device reports. Before, it was worn by somebody else or by nobody, or the viewer was
 * nobody to who wears it, or they lived in another company's house.
 */
export function shownSince(viewer: Who): SQL<Date> {
  const since = isFamily(viewer) ? relatedSince(viewer) : viewer.role === 'ADMIN' ? undefined : movedAt
  return since ? sql<Date>`greatest(${presentSince()}, ${since})`.mapWith(devices.createdAt) : presentSince()
}

/**
 * Of `devices`: from when on the viewer may see what was done with this device: families what is of who wears it now, staff also what was done since
 * the former wearer gave it back. A watch that is being cleared is the house's business.
 */
export function handledSince(viewer: Who): SQL<Date> {
  if (isFamily(viewer)) return shownSince(viewer)
  const moved = viewer.role === 'ADMIN' ? sql`null` : movedAt
  return sql<Date>`greatest(worn_since(${devices.id}), ${moved})`.mapWith(devices.createdAt)
}

/**
 * Of `devices`: from when on the viewer may see who changed what on it: since it was last cleared of another. A hand-over may be dated back, and what
 * was set in the meantime was set for who wore it then.
 */
export const changedSince = (viewer: Who): SQL<Date> =>
  sql<Date>`greatest(${handledSince(viewer)}, cleared_since(${devices.id}))`.mapWith(devices.createdAt)

/** The later of two moments: no answer goes back behind what the viewer may see. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)
