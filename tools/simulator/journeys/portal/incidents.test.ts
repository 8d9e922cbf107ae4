import { defaultChains } from '@carewatch/contracts/escalation'
import { sql } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { signIn } from '../person.ts'
import { go, openPortal, type Portal, type Screen } from './portal.ts'

const NURSE = 'supervisor@demo.test'

/** A call for help, a fall and a pulse of one person, and a fall of another who bears the same name and sleeps in the same room. */
const TWO_PEOPLE = sql`
  with nurse as (select branch_id, company_id from users where email = ${NURSE}),
  watches as (select d.id, d.company_id, d.branch_id, present_wearer(d.id) as wearer, row_number() over (order by d.id) as n
    from devices d join nurse using (branch_id) where present_wearer(d.id) is not null and d.deleted_at is null limit 2),
  named as (update wearers w set first_name = 'Ruth', last_name = 'Twice', room_id = (select min(r.id) from rooms r join nurse using (branch_id) where r.deleted_at is null)
    from watches where w.id = watches.wearer),
  kinds (n, kind, category, severity, metric, value, ago) as (values (1, 'HEART_RATE', 'PHYSIOLOGICAL', 'HIGH', 'heartRate', 165, 3),
    (1, 'FALL', 'PHYSIOLOGICAL', 'CRITICAL', null, null, 2), (1, 'SOS', 'OPERATIONAL', 'CRITICAL', null, null, 1), (2, 'FALL', 'PHYSIOLOGICAL', 'CRITICAL', null, null, 1)),
  made as (insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, latched, metric, value, opened_at, last_at)
    select id, company_id, branch_id, kind, case when metric is null then 'NONE' else 'HIGH' end, category, severity, metric is null, metric, value,
      now() - ago * interval '1 minute', now() - ago * interval '1 minute' from watches join kinds using (n) order by n, ago desc
    returning id, device_id, company_id, branch_id, kind, severity),
  tasked as (insert into tasks (title, device_id, alarm_id, company_id, branch_id, monitoring_type, alert_type, severity, due_at)
    select kind, device_id, id, company_id, branch_id, 'SOS', kind, severity, now() + interval '3 minutes' from made)
  insert into notifications (alarm_id, device_id, company_id, branch_id, type) select id, device_id, company_id, branch_id, 'ALARM' from made`

const CLEAR = sql`update alarms set closed_at = coalesce(closed_at, now()), active = false, acknowledged_at = coalesce(acknowledged_at, now()), cause = coalesce(cause, 'TEST')`
const SETTLE = sql`update notifications set acknowledged_at = coalesce(acknowledged_at, now())`
const DONE = sql`update tasks set status = 'DONE'`

type Standing = {
  kind: string
  taken: string | null
  task: string
  assigned: string | null
  steps: string[] | null
}
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })

describe.skipIf(!executablePath)('what happens to one person', () => {
  let portal: Portal
  let screen: Screen
  beforeAll(async () => {
    portal = await openPortal()
  })
  beforeEach(async () => {
    for (const statement of [CLEAR, SETTLE, DONE, TWO_PEOPLE]) await portal.db.execute(statement)
    screen = await portal.open({ email: NURSE })
    await at('/admin/dashboard')
  })
  // A person has only so many screens that are live at once.
  afterEach(() => screen.close())
  afterAll(() => portal.close())

  const at = (path: string) => go(screen, portal.product.httpUrl + path)
  const rows = () => screen.page.getByTestId('alarm-row')
  const waiting = () => screen.page.locator('[data-testid=alarm-row][data-acknowledged=false]')
  const rowOf = (what: string) => rows().filter({ hasText: what })
  const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
  const bar = () => screen.page.getByTestId('undo-bar')
  /** What the database says of the alarms that are open. */
  const standing = async (): Promise<Standing[]> => {
    const { rows: found } = await portal.db.execute<Standing>(sql`
      select a.kind, u.email as taken, t.status as task, w.email as assigned,
        (select array_agg(h.step order by h.id) from alarm_history h where h.alarm_id = a.id) as steps
      from alarms a join tasks t on t.alarm_id = a.id left join users u on u.id = a.acknowledged_by_id left join users w on w.id = t.assigned_to_id
      where a.closed_at is null order by a.id`)
    return found
  }
  const one = (kind: string, taken: string | null, steps: string[] | null): Standing => ({
    kind,
    taken,
    task: taken ? 'IN_PROGRESS' : 'OPEN',
    assigned: taken,
    steps,
  })
  const ofRuth = (taken: string | null, steps: string[] | null) =>
    ['HEART_RATE', 'FALL', 'SOS'].map((kind) => one(kind, taken, steps))
  const neighbour = one('FALL', null, null)
  /** The five seconds stand still for the browser, and for the server begin when they are asked for. */
  const holdTheClock = async () => {
    await screen.page.clock.setFixedTime(new Date())
  }
  const late = sql`update alarms set acknowledged_at = '2100-01-01Z' where closed_at is null and acknowledged_at is not null`

  it('is one row, the gravest first, and of two people of one name in one room each has their own', async () => {
    await eventually(() => waiting().count()).toBe(2)
    await rowOf('SOS pressed · ').getByText('Heart rate is high').waitFor()
    await at('/admin/notifications')
    await eventually(() => waiting().count()).toBe(2)
    expect(await screen.page.getByTestId('waiting').innerText()).toMatch(/\b2\b/)
  })

  it('says whom its chain calls next, second by second, and where there is nobody left', async () => {
    const chain = JSON.stringify(defaultChains.EMERGENCY)
    await portal.db.execute(sql`insert into escalations (alarm_id, chain, step, due_at)
      select id, ${chain}::jsonb, 1, now() + interval '9 minutes' from alarms where closed_at is null and kind = 'SOS'`)
    await screen.close()
    screen = await portal.open({ email: NURSE })
    for (const path of ['/admin/dashboard', '/admin/notifications']) {
      await at(path)
      const next = rowOf('SOS pressed').getByTestId('next-call')
      const first = await next.innerText()
      expect(first).toMatch(/^next: nurses of the branch and relatives of medium priority in \d:\d\d$/)
      await eventually(() => next.innerText()).not.toBe(first)
      const others = rows().filter({ hasNotText: 'SOS pressed' }).getByTestId('next-call')
      expect(await others.allInnerTexts()).toEqual([en['nextCall.nobody']])
    }
    const banner = screen.page.getByTestId('alarm-banner')
    await banner.getByText('nurses of the branch').waitFor()
    expect(await banner.getByRole('alert').getByTestId('next-call').count()).toBe(0)
  })

  it('has a page that shows what joins it while it is open', async () => {
    await at('/admin/notifications')
    await rowOf('SOS pressed · ').first().getByText(en['alarms.details']).click()
    const alarms = screen.page.getByRole('dialog').getByTestId('incident-alarms').getByRole('listitem')
    await eventually(() => alarms.count()).toBe(3)
    const { rows: joined } = await portal.db.execute<{ uuid: string }>(sql`
      with made as (insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, metric, value, opened_at, last_at)
        select device_id, company_id, branch_id, 'SPO2', 'LOW', 'PHYSIOLOGICAL', 'CRITICAL', 'spo2', 80, now(), now()
        from alarms where closed_at is null and kind = 'SOS' returning id, uuid, device_id, company_id, branch_id),
      told as (insert into notifications (alarm_id, device_id, company_id, branch_id, type) select id, device_id, company_id, branch_id, 'ALARM' from made)
      select uuid from made`)
    const manager = await signIn(portal.product, 'manager@demo.test')
    const note = 'the doctor comes'
    await manager.post(`/alarms/${joined[0]?.uuid}/comment`, { note })
    await eventually(() => alarms.count()).toBe(4)
    await screen.page.getByTestId('timeline').getByText(note).waitFor()
  })

  it.each([
    ['by the button', () => button(bar(), en['alarms.undo']).click()],
    ['by the key', () => screen.page.keyboard.press('Control+z')],
  ])('is taken as one, and taken back %s', async (_, undo) => {
    await holdTheClock()
    await button(rowOf('SOS pressed'), en['action.acknowledge']).click()
    await bar().getByText('Ruth Twice').waitFor()
    await eventually(() => bar().getByTestId('undo-left').innerText()).toBe('5')
    expect(await standing()).toEqual([...ofRuth(NURSE, ['ACKNOWLEDGED']), neighbour])
    await portal.db.execute(late)
    await undo()
    await eventually(() => button(rowOf('SOS pressed'), en['action.acknowledge']).count()).toBe(1)
    expect(await standing()).toEqual([...ofRuth(null, ['ACKNOWLEDGED', 'UNDONE']), neighbour])
    await eventually(() => bar().innerText()).toBe('')
  })

  it('is not taken with all the others where somebody calls for help', async () => {
    const [id] = (
      await portal.db.execute<{ id: number }>(sql`
        insert into alarms (device_id, company_id, branch_id, kind, category, severity, opened_at, last_at)
        select d.id, d.company_id, d.branch_id, 'BATTERY', 'TECHNICAL', 'LOW', now(), now() from devices d
        where d.branch_id = (select branch_id from users where email = ${NURSE}) and d.deleted_at is null order by d.id limit 1 returning id`)
    ).rows.map((row) => row.id)
    await portal.db.execute(
      sql`insert into notifications (alarm_id, device_id, company_id, branch_id, type) select id, device_id, company_id, branch_id, 'NOTIFICATION' from alarms where id = ${id}`,
    )
    await screen.close()
    screen = await portal.open({ email: NURSE })
    await at('/admin/notifications')
    await eventually(() => waiting().count()).toBe(3)
    await button(screen.page.getByRole('main'), en['notifications.all']).click()
    const dialog = screen.page.getByRole('dialog')
    await dialog.getByText('3 incidents wait for an answer').waitFor()
    await dialog.getByText('2 of them are calls for help or falls').waitFor()
    await button(dialog, en['action.acknowledge']).click()
    await eventually(() => waiting().count()).toBe(2)
    expect(await standing()).toEqual([...ofRuth(null, null), neighbour])
  })

  it('is taken as it was shown, and whoever came second is not told that they took it', async () => {
    const MANAGER = 'manager@demo.test'
    let shown: unknown
    await screen.page.route('**/incidents/*/take', async (route) => {
      shown = route.request().postDataJSON()
      for (const table of ['alarms', 'notifications'])
        await portal.db.execute(
          sql`update ${sql.identifier(table)} set acknowledged_at = now(), acknowledged_by_id = (select id from users where email = ${MANAGER}) where acknowledged_at is null`,
        )
      await route.continue()
    })
    await button(rowOf('SOS pressed'), en['action.acknowledge']).click()
    await eventually(() => button(rowOf('SOS pressed'), en['action.acknowledge']).count()).toBe(0)
    expect(await bar().innerText()).toBe('')
    const { rows: ruths } = await portal.db.execute<{ uuid: string }>(
      sql`select uuid from alarms where closed_at is null order by id limit 3`,
    )
    expect(shown).toEqual({ alarms: ruths.map(({ uuid }) => uuid).toReversed() })
    expect((await standing()).map(({ taken }) => taken)).toEqual(Array(4).fill(MANAGER))
  })

  it('is said to be attended by one tap, on the board and in the list, which the story tells from a tag', async () => {
    const there = en['alarms.do.bedside']
    const bedsides = async () => {
      const { rows: found } = await portal.db.execute<{ kind: string; by_tag: boolean }>(sql`
        select a.kind, r.bedside_room_id is not null as by_tag from alarm_receipts r join alarms a on a.id = r.alarm_id
        where a.closed_at is null and r.bedside_at is not null order by r.bedside_at`)
      return found
    }
    await button(rowOf('SOS pressed'), en['action.acknowledge']).click()
    await button(rowOf('SOS pressed'), there).click()
    await rowOf('SOS pressed').getByText(en['alarms.youAreThere']).waitFor()
    expect(await bedsides()).toEqual([{ kind: 'SOS', by_tag: false }])
    await at('/admin/notifications')
    const other = rows().filter({ hasNotText: 'SOS pressed' }).first()
    await button(other, en['action.acknowledge']).click()
    await button(other, there).click()
    await eventually(async () => (await bedsides()).length).toBe(2)
    await rowOf('SOS pressed · ').first().getByText(en['alarms.details']).click()
    const story = screen.page.getByTestId('timeline')
    await story.getByText(en['alarms.step.AT_BEDSIDE'].replace('{who}', 'Noa Ben-David')).waitFor()
  })

  it('can be taken back for as long as the screen says so, and no longer', async () => {
    const now = Date.now()
    await screen.page.clock.setFixedTime(now)
    await button(rowOf('SOS pressed'), en['action.acknowledge']).click()
    const left = bar().getByTestId('undo-left')
    await left.waitFor()
    await screen.page.clock.setFixedTime(now + 3_500)
    await eventually(() => left.innerText()).toBe('2')
    await screen.page.clock.setFixedTime(now + 5_001)
    await left.waitFor({ state: 'detached' })
    expect(await standing()).toEqual([...ofRuth(NURSE, ['ACKNOWLEDGED']), neighbour])
  })

  it('has one page, which tells to the second what the database holds, and is closed with one cause', async () => {
    await at('/admin/notifications')
    await rowOf('SOS pressed · ').first().getByText(en['alarms.details']).click()
    const page = screen.page.getByRole('dialog')
    await eventually(() => page.getByTestId('incident-alarms').getByRole('listitem').count()).toBe(3)
    await button(page, en['action.acknowledge']).click()
    await page.getByTestId('timeline').getByText('Acknowledged by').waitFor()
    const { rows: steps } = await portal.db.execute<{ at: string }>(
      sql`select to_char(h.at at time zone 'UTC', 'HH24:MI:SS') as at from alarm_history h join alarms a on a.id = h.alarm_id where a.closed_at is null limit 1`,
    )
    const entry = page.getByTestId('timeline').getByRole('listitem').filter({ hasText: 'Acknowledged by' })
    expect(await entry.count()).toBe(1)
    const shown = await entry.locator('time').getAttribute('datetime')
    expect(shown?.slice(11, 19)).toBe(steps[0]?.at)
    await page.getByRole('button', { name: en['alarms.do.close'], expanded: false }).click()
    await page.getByLabel(en['alarms.cause']).click()
    await screen.page.getByRole('option', { name: en['cause.HELPED'] }).click()
    await button(page.locator('form'), en['alarms.do.close']).click()
    await page.getByTestId('timeline').getByText('Closed by').waitFor()
    const { rows: closed } = await portal.db.execute(
      sql`select kind, cause from alarms a join wearers w on w.id = a.wearer_id where w.first_name = 'Ruth' and cause = 'HELPED' and a.opened_at > now() - interval '10 minutes' order by a.id`,
    )
    expect(closed).toEqual(['HEART_RATE', 'FALL', 'SOS'].map((kind) => ({ kind, cause: 'HELPED' })))
    expect(await standing()).toEqual([neighbour])
  })
})
