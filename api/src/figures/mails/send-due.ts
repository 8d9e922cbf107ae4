import { permissions } from '@carewatch/contracts/permissions'
import { figureMails } from '@carewatch/migrations/schema/figure-mails'
import { users } from '@carewatch/migrations/schema/people'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { companyOfStaff } from '../../access/reach.ts'
import { isHeldBack, loadViewer, type Viewer } from '../../access/viewer.ts'
import { knownZone } from '../../http/zone.ts'
import type { Services } from '../../services.ts'
import { readAlarmFigures } from '../read.ts'
import { momentsOf } from './moments.ts'

type Parts = Pick<Services, 'db' | 'facts' | 'mail' | 'asksAdmins'>
type Row = typeof figureMails.$inferSelect

/** So long one process alone has it: longer than a mail server is waited for. */
const LEASE_MS = 5 * 60_000
/** What the mail server did not take is tried again this much later, and after two days no more. */
const AGAIN_MS = 15 * 60_000
const GIVEN_UP_MS = 2 * 86_400_000
const A_DAY_MS = 86_400_000

/** One that was due at `began`, and nobody else's until the lease ends, which begins now. */
async function claim({ db }: Parts, { began, now }: { began: Date; now: Date }): Promise<Row | undefined> {
  const due = db
    .select({ id: figureMails.id })
    .from(figureMails)
    .where(and(lte(figureMails.dueAt, began), lte(figureMails.leasedUntil, began)))
    .orderBy(asc(figureMails.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  // unscoped: what somebody asked for is sent to themselves, whoever they are
  const [row] = await db
    .update(figureMails)
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(inArray(figureMails.id, due))
    .returning()
  return row
}

/** Whoever asked, as they are now: what they no longer may see is not sent. */
async function readerOf({ db, asksAdmins }: Parts, { userId }: Row): Promise<Viewer | undefined> {
  const [user] = await db.select({ uuid: users.uuid }).from(users).where(eq(users.id, userId))
  const viewer = user && (await loadViewer(db, user.uuid, asksAdmins))
  const may = viewer && permissions.mailFigures.some((role) => role === viewer.role)
  return may && !isHeldBack(viewer) ? viewer : undefined
}

/** Unless they changed their mind meanwhile, it waits until then. */
async function putOff(
  { db }: Parts,
  row: Row,
  to: Partial<Pick<Row, 'dueAt' | 'leasedUntil'>>,
): Promise<void> {
  await db
    .update(figureMails)
    .set(to)
    .where(and(eq(figureMails.id, row.id), eq(figureMails.dueAt, row.dueAt)))
}

/** The figures as the portal would show them now, to whoever asked. Answers whether it was taken, or need not be sent. */
async function sendOne(parts: Parts, row: Row, now: Date): Promise<boolean> {
  const viewer = await readerOf(parts, row)
  if (!viewer) {
    await putOff(parts, row, { dueAt: new Date(now.getTime() + A_DAY_MS) })
    return true
  }
  const zone = knownZone(viewer.timeZone)
  const { from, to, nextAt } = await momentsOf(parts.db, { every: row.every, zone, now })
  const figures = await forCompany(companyOfStaff(viewer), () =>
    readAlarmFigures(parts, viewer, { query: { from, to } }),
  )
  const id = `figures.${row.uuid}.${to.getTime()}`
  const isTaken = await parts.mail.sendFigures(viewer, { figures, zone, id })
  if (isTaken || now.getTime() - row.dueAt.getTime() > GIVEN_UP_MS)
    await putOff(parts, row, { dueAt: nextAt, leasedUntil: now })
  else await putOff(parts, row, { leasedUntil: new Date(now.getTime() + AGAIN_MS) })
  return isTaken
}

/**
 * Sends what is due; answers which could not be, and why: the mail server did not take it, or what was thrown. Of several processes one sends each. Where
 * one is ended between the mail server's yes and the note of it, the letter goes once more when its lease ends, by the same message id, by which mailboxes
 * know it again.
 */
export async function sendDueFigures(parts: Parts, clock: () => Date): Promise<unknown[]> {
  const failed: unknown[] = []
  const began = clock()
  for (;;) {
    const now = clock()
    const row = await claim(parts, { began, now })
    if (!row) return failed
    await sendOne(parts, row, now).then(
      (isTaken) => (isTaken ? undefined : failed.push('not taken')),
      (err: unknown) => failed.push(err),
    )
  }
}
