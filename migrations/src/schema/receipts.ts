import { channels } from '@carewatch/contracts/escalation'
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { alarms } from './alarms.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'
import { rooms } from './rooms.ts'

/** What a person's own screen said of an alarm, the first time it did, in each run of its chain; and that they came to the bedside. */
export const alarmReceipts = pgTable(
  'alarm_receipts',
  {
    alarmId: integer('alarm_id')
      .notNull()
      .references(() => alarms.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    run: smallint().notNull(),
    /** A page of the portal, or a browser's note. */
    channel: text({ enum: channels }).notNull(),
    /** A visible screen drew it. */
    shownAt: instant('shown_at'),
    /** They opened it, or moved on it. */
    seenAt: instant('seen_at'),
    /** They said that they are with the person, or their tag was heard there. */
    bedsideAt: instant('bedside_at'),
    /** By their tag, in this room; null: they said so. */
    bedsideRoomId: integer('bedside_room_id').references(() => rooms.id),
  },
  (t) => [primaryKey({ columns: [t.alarmId, t.userId, t.run, t.channel] })],
)
