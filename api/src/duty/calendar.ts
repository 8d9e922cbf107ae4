import type { Language } from '@carewatch/contracts/languages'
import { write } from '@carewatch/contracts/messages/write'
import { duties } from '@carewatch/migrations/schema/escalation'
import { branches } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import ical, { ICalCalendarMethod } from 'ical-generator'

/** So far back, for whoever counts the hours of a month. */
const PAST_DAYS = 30
const MOST = 1_000
/** How often a calendar is asked to come again; each comes when it likes. */
const REFRESH_SECONDS = 3_600

type Row = { uuid: string; from: Date; to: Date; branch: string }

const select = (db: Db, userId: number) =>
  db
    .select({
      uuid: duties.uuid,
      from: duties.fromAt,
      to: duties.toAt,
      branch: branches.name,
    })
    .from(duties)
    .innerJoin(branches, eq(branches.id, duties.branchId))
    .where(
      and(
        eq(duties.userId, userId),
        isNull(duties.deletedAt),
        gt(duties.toAt, sql`now() - ${PAST_DAYS} * interval '1 day'`),
      ),
    )
    .orderBy(asc(duties.fromAt), asc(duties.id))
    .limit(MOST)

/** Duties as a calendar (RFC 5545), in universal time: each calendar shows them in its own. One that was struck out is not in it, and goes from there. */
export function toCalendar(rows: readonly Row[], language: Language): string {
  const calendar = ical({
    prodId: '//Carewatch//Duties//EN',
    name: `Carewatch: ${write(language, 'calendar.duties')}`,
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const { uuid, from, to, branch } of rows)
    calendar.createEvent({
      id: `${uuid}@carewatch`,
      start: from,
      end: to,
      summary: write(language, 'calendar.onDuty', { branch }) ?? branch,
    })
  return calendar.toString()
}

/** The duties of one account, in their language. */
export async function readCalendar(
  db: Db,
  { userId, language }: { userId: number; language: Language },
): Promise<string> {
  return toCalendar(await select(db, userId), language)
}
