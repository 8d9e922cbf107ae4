import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ids, instant } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './people.ts'

/** Something to be done with many devices, on behalf of whoever asked for it. */
export const fleetJobs = pgTable(
  'fleet_jobs',
  {
    ...ids(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** From where they asked. */
    address: text().notNull(),
    /** What is done, as `FleetAction` of contracts/src/fleet-jobs.ts says it. */
    action: jsonb().$type<Record<string, unknown>>().notNull(),
    /** It takes back what this one did. */
    undoesId: integer('undoes_id'),
    total: integer().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('fleet_jobs_user').on(t.userId, t.createdAt),
    index('fleet_jobs_open')
      .on(t.id)
      .where(sql`finished_at is null`),
  ],
)

/** The devices of such a job as they were counted when it was asked for, and what came of each. */
export const fleetJobDevices = pgTable(
  'fleet_job_devices',
  {
    jobId: integer('job_id')
      .notNull()
      .references(() => fleetJobs.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    doneAt: instant('done_at'),
    /** Why it was not done: the key of a refusal. */
    refusal: text(),
    /** How it was before, by which it is taken back. */
    before: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.deviceId] }),
    index('fleet_job_devices_open')
      .on(t.jobId, t.deviceId)
      .where(sql`done_at is null`),
  ],
)
