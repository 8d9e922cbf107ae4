import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Portal } from './portal.ts'

const MANAGER = 'manager@demo.test'

/** Of a branch, in a month by its clocks: calls for help and falls, with who answered them. */
const callsOf = (branchId: number, month: string) => sql`
  select coalesce(u.first_name || ' ' || u.last_name, 'nobody') as by from alarms a
    join branches b on b.id = a.branch_id left join users u on u.id = a.acknowledged_by_id
  where a.branch_id = ${branchId} and not a.rehearsal and a.kind in ('SOS', 'FALL', 'UNKNOWN_ALARM')
    and to_char(a.opened_at at time zone b.time_zone, 'YYYY-MM') = ${month} order by a.opened_at`

describe.skipIf(!executablePath)('the pack of a month', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  it('says what the database has, is issued by one press, and is found unchanged by its number', async () => {
    const { db, product } = portal
    const { rows: branches } = await db.execute<{ id: number; uuid: string; month: string }>(sql`
      select b.id, b.uuid, to_char(max(a.opened_at) at time zone b.time_zone, 'YYYY-MM') as month
      from branches b join alarms a on a.branch_id = b.id and a.kind in ('SOS', 'FALL') and not a.rehearsal
      where b.company_id = (select company_id from users where email = ${MANAGER}) group by b.id order by b.id limit 1`)
    const [{ id, uuid, month } = { id: 0, uuid: '', month: '' }] = branches
    const screen = await portal.open({ email: MANAGER })
    const { page } = screen
    await page.addInitScript('window.print = () => {}')
    await go(screen, `${product.httpUrl}/admin/inspection?branch=${uuid}&month=${month}`)
    const pack = page.getByTestId('pack')
    const { rows: calls } = await db.execute<{ by: string }>(callsOf(id, month))
    expect(calls.length).toBeGreaterThan(0)
    const listed = pack
      .getByRole('region', { name: 'Each call for help and each fall' })
      .locator('tbody > tr')
    const texts = await listed.allInnerTexts()
    expect(texts.length).toBe(calls.length)
    for (const [index, { by }] of calls.entries()) expect(texts[index]).toContain(by)

    await page.getByRole('button', { name: 'Issue and print' }).click()
    const [number = ''] = (await page.getByTestId('seal').locator('dd').first().innerText()).split('\n')
    const [kept] = await db.select().from(branchPapers).where(eq(branchPapers.number, number))
    expect(await page.getByTestId('seal').innerText()).toContain(kept?.hash.toString('hex'))
    await go(screen, `${product.httpUrl}/user/file-check`)
    await page.getByLabel('File number').fill(number)
    await page.getByRole('button', { name: 'Check a file' }).click()
    await page.getByTestId('finding').waitFor()
    expect(await page.getByTestId('finding').getAttribute('data-finding')).toBe('UNCHANGED')
    expect(await page.getByTestId('pack').getByTestId('seal').innerText()).toContain(number)

    await go(screen, `${product.httpUrl}/admin/inspection?branch=${uuid}&month=${month}&names=true`)
    const [manager] = await db.select({ id: users.id }).from(users).where(eq(users.email, MANAGER))
    const named = await db.$count(
      auditLog,
      and(eq(auditLog.userId, manager?.id ?? 0), sql`${auditLog.detail} ->> 'names' = 'true'`),
    )
    expect(named).toBe(1)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
