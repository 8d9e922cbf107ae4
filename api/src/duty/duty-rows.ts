import type { Duty } from '@carewatch/contracts/http/duty'
import type { Db } from '@carewatch/platform/database/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { fullName } from '../access/viewer.ts'
import { seen, type Seen } from '../access/seen.ts'

export const selectDuties = (db: Db) =>
  db
    .select({ duty: duties, user: seen(users) })
    .from(duties)
    .innerJoin(users, eq(users.id, duties.userId))
    .$dynamic()

type Row = { duty: typeof duties.$inferSelect; user: Seen<typeof users.$inferSelect> }

export const toDuty = ({ duty, user }: Row, now = new Date()): Duty => ({
  uuid: duty.uuid,
  user: { uuid: user.uuid, name: fullName(user) },
  from: duty.fromAt,
  to: duty.toAt,
  isNow: duty.fromAt <= now && now < duty.toAt,
})
