import { boolean, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { devices } from './devices.ts'

/** The Wi-Fi networks that a watch hears at home, learnt where satellites placed it there: by them it is known to be home also where no satellite is seen. Of a home that was changed or taken away they mean nothing, and go. */
export const homeNetworks = pgTable(
  'home_networks',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    /** Twelve hexadecimal digits. */
    bssid: text().notNull(),
    /** The home that it was learnt of. */
    homeLat: doublePrecision('home_lat').notNull(),
    homeLng: doublePrecision('home_lng').notNull(),
    /** How often it was heard there, and on how many days. */
    hearings: integer().notNull(),
    days: integer().notNull(),
    /** It was heard far away too: it moves. */
    isElsewhere: boolean('is_elsewhere').notNull().default(false),
    lastHeardAt: instant('last_heard_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.bssid] })],
)
