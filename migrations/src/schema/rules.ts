import { alarmKinds } from '@carewatch/contracts/alarms'
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What a rule must remember of a device between readings: confirmation counts, and which sides are open; under LATE, what came late and is still to be judged. */
export const ruleStates = pgTable(
  'rule_states',
  {
    deviceId: integer('device_id').notNull(),
    kind: text({ enum: [...alarmKinds, 'LATE'] }).notNull(),
    state: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.kind] })],
)
