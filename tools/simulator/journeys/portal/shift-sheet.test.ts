import { duties } from '@carewatch/migrations/schema/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Portal } from './portal.ts'

const NURSE = 'supervisor@demo.test'
const HOUR_MS = 3_600_000

/** Of the nurse's branch: who is away, has a task that is not done, or an alarm that is not closed; and how many live there. */
const RESIDENTS = sql`
  select count(*)::int as all, count(*) filter (where status = 'AWAY' or exists (select from tasks t where t.wearer_id = w.id and t.status <> 'DONE')
    or exists (select from alarms a where a.wearer_id = w.id and a.closed_at is null and not a.rehearsal))::int as open
  from wearers w where deleted_at is null and erased_at is null and status in ('ACTIVE', 'AWAY')
    and branch_id = (select branch_id from users where email = ${NURSE})`

describe.skipIf(!executablePath)('the sheet of a shift', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  it('waits on the screen of whoever comes next, without a sound, and has whom the database has', async () => {
    const { db, product } = portal
    const [nurse] = await db.select().from(users).where(eq(users.email, NURSE))
    const [now, branchId] = [Date.now(), nurse?.branchId ?? 0]
    const times = { fromAt: new Date(now + HOUR_MS / 2), toAt: new Date(now + 8 * HOUR_MS) }
    await db.insert(duties).values({ branchId, userId: nurse?.id ?? 0, ...times })
    const screen = await portal.open({ email: NURSE })
    const { page } = screen
    await go(screen, `${product.httpUrl}/admin/dashboard`)
    const { rows: before } = await db.execute<{ n: number }>(sql`select count(*)::int as n from deliveries`)
    await page.getByTestId('sheet-to-read').getByRole('link').click()
    const sheet = page.getByTestId('shift-sheet')
    await sheet.waitFor()
    const { rows } = await db.execute<{ all: number; open: number }>(RESIDENTS)
    const [{ all, open } = { all: 0, open: 0 }] = rows
    expect(open).toBeGreaterThan(0)
    const listed = await sheet
      .getByRole('region', { name: 'People with something to hand over' })
      .locator('tbody > tr')
      .count()
    // Who had something in the shift that is over by now is listed too.
    expect(listed).toBeGreaterThanOrEqual(open)
    expect(await page.getByTestId('others').innerText()).toContain(String(all - listed))
    const { rows: after } = await db.execute<{ n: number }>(sql`select count(*)::int as n from deliveries`)
    expect(after).toEqual(before)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
