import { bigint, integer, pgTable, primaryKey, real, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Where cells of mobile networks are heard, as an operator imported it (`admin cells import`): by them a watch that sees no satellite is shown roughly. They say nothing of anybody, and are in no backup. */
export const mobileCells = pgTable(
  'mobile_cells',
  {
    mcc: smallint().notNull(),
    mnc: smallint().notNull(),
    lac: integer().notNull(),
    cid: bigint({ mode: 'number' }).notNull(),
    radio: text({ enum: ['GSM', 'UMTS', 'LTE', 'NR'] }).notNull(),
    lat: real().notNull(),
    lng: real().notNull(),
    /** As far as it is heard. */
    rangeM: integer('range_m').notNull(),
    /** By how many measurements that is known. */
    samples: integer().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mcc, t.mnc, t.lac, t.cid, t.radio] })],
)
