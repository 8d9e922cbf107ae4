import type { WalkPlacement, WalkReadingRow } from '@carewatch/contracts/rules/rooms/walk-rows'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { ids, instant } from './columns.ts'
import { branches, users } from './people.ts'
import { beacons, rooms } from './rooms.ts'

/** Somebody walked through a room with a tag, so that it is known how its gateways receive one there. Without an end it is not done, and counts for nothing. */
export const roomWalks = pgTable(
  'room_walks',
  {
    ...ids(),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    roomId: integer('room_id')
      .notNull()
      .references(() => rooms.id),
    beaconId: integer('beacon_id')
      .notNull()
      .references(() => beacons.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    /** What was received: gateway, milliseconds since the beginning, dBm. */
    readings: jsonb().$type<WalkReadingRow[]>(),
    /** Which gateways stood in which room then: where one was moved or added since, it holds no more. */
    placements: jsonb().$type<WalkPlacement[]>(),
  },
  (t) => [
    index('room_walks_branch').on(t.branchId),
    index('room_walks_room').on(t.roomId),
    /** A tag can be in one room at a time. */
    uniqueIndex('room_walks_going_on')
      .on(t.beaconId)
      .where(sql`ended_at is null`),
  ],
)
