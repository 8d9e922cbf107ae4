import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { devices } from './devices.ts'

/** What came of each setting on its way to the device. What it should be stands in `watch_settings`, its values nowhere else. */
export const settingStates = pgTable(
  'setting_states',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    setting: text().notNull(),
    /** The revision of the settings that was compared with it last; 0: none since the device was reset or handed over. */
    revision: integer().notNull(),
    /** Of what was sent for it, by which it is known whether the device has the same. */
    digest: text(),
    /** Which sending this is: an answer to an earlier one says nothing of this. */
    attempt: integer().notNull().default(1),
    /** On how many connections the same was sent and not answered, though the device went on speaking. */
    unanswered: integer().notNull().default(0),
    /** Null: nothing is sent for it, the device keeps its own. */
    sentAt: instant('sent_at'),
    answeredAt: instant('answered_at'),
    /** Null: not answered. */
    isTaken: boolean('is_taken'),
    /** The answer was the value itself, not only that it was taken. */
    isReadBack: boolean('is_read_back').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.deviceId, t.setting] }),
    index('setting_states_open')
      .on(t.deviceId)
      .where(sql`sent_at is not null and is_taken is not true`),
  ],
)
