import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { Tx } from './steps.ts'
import { noGraverThan } from './triage.ts'

type Of = Pick<typeof alarms.$inferSelect, 'id' | 'incidentId'>

export const firstIdOf = ({ id, incidentId }: Of): number => incidentId ?? id

/** Of `alarms`: the first of the incident that each is of. */
export const firstId = sql<number>`coalesce(${alarms.incidentId}, ${alarms.id})`

/** Every alarm of these incidents, by their first alarms: each by its own index. */
export function isOfIncidents(firstIds: readonly number[]): SQL {
  const ids = sql`${`{${firstIds.join()}}`}::int[]`
  return sql`(${alarms.id} = any(${ids}) or ${alarms.incidentId} = any(${ids}))`
}

/** Every alarm of the incident that this one is of. */
export const ofIncident = (alarm: Of): SQL => isOfIncidents([firstIdOf(alarm)])

/** What whoever answers this one alarm takes: of its incident all that is no graver. */
export const takenWith = (alarm: Of & Parameters<typeof noGraverThan>[0]): SQL | undefined =>
  and(ofIncident(alarm), noGraverThan(alarm))

/** Always in the order of their ids, so that two who answer at once wait for each other and never for ever. */
export async function lockIncident(tx: Tx, alarm: Of): Promise<void> {
  await tx
    .select({ id: alarms.id })
    .from(alarms)
    .where(ofIncident(alarm))
    .orderBy(asc(alarms.id))
    .for('no key update')
}
