import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { rowsOf, type Rows } from './places.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Portal, type Screen } from './portal.ts'

/** Four kinds of alarms of every watch of both houses: answered, ended, put off and waiting ones. */
const MANY = sql`
  with watches as (select id, company_id, branch_id, row_number() over (order by id) as n from devices where deleted_at is null and company_id is not null),
  kinds (kind, severity, type, k) as (values ('HEART_RATE', 'CRITICAL', 'ALARM', 1), ('SPO2', 'HIGH', 'ALARM', 2), ('TEMPERATURE', 'MEDIUM', 'ALARM', 3), ('BATTERY', 'LOW', 'NOTIFICATION', 4)),
  made as (insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, opened_at, last_at, active, acknowledged_at, snoozed_until)
    select id, company_id, branch_id, kind, 'HIGH', 'PHYSIOLOGICAL', severity, now() - n * interval '1 minute', now(), (n + k) % 5 <> 0,
      case when (n + k) % 3 = 0 then now() end, case when (n + k) % 7 = 0 then now() + interval '10 minutes' end
    from watches cross join kinds on conflict do nothing returning id, device_id, company_id, branch_id, acknowledged_at, severity)
  insert into notifications (alarm_id, device_id, company_id, branch_id, type, acknowledged_at)
    select id, device_id, company_id, branch_id, case severity when 'LOW' then 'NOTIFICATION' else 'ALARM' end, acknowledged_at from made`

const numberIn = async (text: Promise<string>): Promise<number> => Number((await text).replaceAll(/\D/g, ''))
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })

describe.skipIf(!executablePath)('how many wait', () => {
  let portal: Portal
  let rows: Rows
  let nurse: Screen
  let manager: Screen
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
    await portal.db.execute(MANY)
    nurse = await portal.open({ email: 'supervisor@demo.test' })
    manager = await portal.open({ email: 'manager@demo.test' })
  })
  afterAll(() => portal.close())

  const at = (path: string, screen: Screen) => go(screen, portal.product.httpUrl + path)
  const counted = async (email: string): Promise<number> => {
    const { rows: found } = await portal.db.execute<{ n: number }>(sql`
      select count(distinct coalesce(a.incident_id, a.id))::int as n from notifications n join alarms a on a.id = n.alarm_id join users u on u.email = ${email}
      where n.acknowledged_at is null and n.company_id = u.company_id and (u.role = 'MANAGER' or n.branch_id = u.branch_id)`)
    return found[0]?.n ?? -1
  }
  const badge = (page: Page) => numberIn(page.getByTestId('notification-badge').innerText())
  const banner = async (page: Page) =>
    1 +
    (await numberIn(
      page
        .getByTestId('alarm-banner')
        .getByText(/and \d+ more/)
        .innerText(),
    ))
  const heading = (page: Page) => numberIn(page.getByTestId('waiting').innerText())
  const tile = (page: Page) =>
    numberIn(page.getByRole('link', { name: en['dashboard.unacknowledged'] }).locator('b').innerText())

  it.each([
    ['a nurse', 'supervisor@demo.test', () => nurse],
    ['a manager', 'manager@demo.test', () => manager],
  ])('every screen of %s says what the database says', async (_, email, screen) => {
    const { page } = screen()
    await at('/admin/dashboard', screen())
    await eventually(async () => [await tile(page), await banner(page), await badge(page)]).toEqual(
      Array(3).fill(await counted(email)),
    )
    for (const path of ['/admin/notifications', '/admin/gateway/roomViewInteractions']) {
      await at(path, screen())
      await eventually(async () => [await heading(page), await banner(page), await badge(page)]).toEqual(
        Array(3).fill(await counted(email)),
      )
    }
  })

  it('a branch says how many wait in it', async () => {
    const inBranch = async () => {
      const { rows: found } = await portal.db.execute<{ n: number }>(
        sql`select count(distinct coalesce(a.incident_id, a.id))::int as n from notifications n join alarms a on a.id = n.alarm_id
          where n.acknowledged_at is null and n.branch_id = (select id from branches where uuid = ${rows.branch.uuid})`,
      )
      return found[0]?.n
    }
    await at(`/admin/branch/${rows.branch.uuid}`, manager)
    const count = manager.page.locator('dl > div', { hasText: en['dashboard.unacknowledged'] }).locator('dd')
    await eventually(() => numberIn(count.innerText())).toBe(await inBranch())
  })

  it('the rows stand in the order of triage, and one answered is counted no more on any screen', async () => {
    await at('/admin/dashboard', nurse)
    await at('/admin/notifications', manager)
    const severities = await nurse.page
      .locator('[data-testid=alarm-row][data-acknowledged=false]')
      .evaluateAll((found) => found.map((row) => row.getAttribute('data-severity')))
    const ranks = severities.map((severity) => ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'].indexOf(severity ?? ''))
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    const before = [await counted('supervisor@demo.test'), await counted('manager@demo.test')]
    await nurse.page
      .getByTestId('alarm-row')
      .first()
      .getByRole('button', { name: en['action.acknowledge'] })
      .click()
    const less = before.map((n) => n - 1)
    await eventually(async () => [await badge(nurse.page), await badge(manager.page)]).toEqual(less)
    await eventually(async () => [await tile(nurse.page), await heading(manager.page)]).toEqual(less)
  })

  it('a screen says what it drew, and one that nobody looks at says nothing', async () => {
    const shownTo = async (email: string) => {
      const { rows: found } = await portal.db.execute<{ n: number }>(
        sql`select count(*)::int as n from alarm_receipts where user_id = (select id from users where email = ${email}) and shown_at is not null`,
      )
      return found[0]?.n ?? 0
    }
    expect(await shownTo('branchmonitor@demo.test')).toBe(0)
    const hidden = await portal.open({ email: 'branchmonitor@demo.test' })
    await hidden.page.addInitScript(
      "Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => globalThis.looked ? 'visible' : 'hidden' })",
    )
    await at('/admin/notifications', hidden)
    await hidden.page.getByTestId('alarm-row').first().waitFor()
    await eventually(() => shownTo('supervisor@demo.test')).toBeGreaterThan(0)
    expect(await shownTo('branchmonitor@demo.test')).toBe(0)
    await hidden.page.evaluate(
      "globalThis.looked = true; document.dispatchEvent(new Event('visibilitychange'))",
    )
    await eventually(() => shownTo('branchmonitor@demo.test')).toBeGreaterThan(0)
  })
})
