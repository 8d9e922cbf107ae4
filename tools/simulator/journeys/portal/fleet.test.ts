import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { asc, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { faultsOf } from './axe.ts'
import { handsOf, type Text } from './hands.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, settle, type Portal, type Screen } from './portal.ts'

const STOCK = 40
const WORN = 2
/** In the midst of those that are taken from the queue at once. */
const STOPPED_AT = 30
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })
/** A text with its numbers; of those with more than one form the one for many. */
const shown = (text: Text, values: Record<string, number | string>): string =>
  Object.entries(values).reduce(
    (whole, [name, value]) => whole.replace(`{${name}}`, String(value)).replace('#', String(value)),
    en[text].replace(/\{n, plural, .* other \{(.*)\}\}/u, '$1'),
  )

/** A store room full of watches, two of which somebody wears, and what an administrator does with all of them. */
describe.skipIf(!executablePath)('with many devices at once', () => {
  let portal: Portal
  let screen: Screen
  let page: Page
  let store: typeof branches.$inferSelect
  let ward: typeof branches.$inferSelect
  beforeAll(async () => {
    portal = await openPortal()
    const { db } = portal
    const [first] = await db.select().from(branches).orderBy(asc(branches.id))
    const companyId = first?.companyId ?? 0
    store = await createBranch(db, companyId, { name: 'Store room' })
    ward = await createBranch(db, companyId, { name: 'New ward' })
    for (let n = 1; n <= STOCK; n++) {
      const name = `Stock ${String(n).padStart(2, '0')}`
      const device = await createDevice(db, { companyId, branchId: store.id, deviceModel: 'native', name })
      if (n <= WORN) await wear(device.id)
    }
    screen = await portal.open({ email: 'admin@demo.test' })
    page = screen.page
  })
  afterAll(() => portal.close())

  async function wear(deviceId: number): Promise<void> {
    const person = { companyId: store.companyId, branchId: store.id, firstName: 'Gita' }
    const [wearer] = await portal.db.insert(wearers).values(person).returning()
    await portal.db.insert(assignments).values({ wearerId: wearer?.id ?? 0, deviceId, startedAt: new Date() })
  }

  const { dialogOf, press } = handsOf(() => page)
  const work = (): Locator => dialogOf('fleet.work')
  const job = (title: string): Locator =>
    work()
      .getByTestId('fleet-job')
      .filter({ has: page.getByText(title, { exact: true }) })
  const stock = () =>
    portal.db
      .select()
      .from(devices)
      .where(sql`${devices.name} like 'Stock %'`)
      .orderBy(asc(devices.id))
  const countIn = ({ id }: { id: number }): Promise<number> =>
    portal.db.$count(devices, eq(devices.branchId, id))

  /** Ticks the store room among the branches: as many as there are stand beside it, and are found. */
  async function narrow(): Promise<void> {
    await go(screen, `${portal.product.httpUrl}/admin/devices`)
    const facet = page.getByRole('group', { name: en['devices.branch'], exact: true })
    const value = facet.getByRole('checkbox', { name: /^Store room/u })
    const n = await countIn(store)
    await expect
      .poll(() => facet.locator('label', { hasText: 'Store room' }).innerText())
      .toMatch(new RegExp(`\\D${n}$`, 'u'))
    await value.click()
    await settle(page)
    await page.getByText(shown('devices.total', { n }), { exact: true }).waitFor()
  }

  /** All that match, and not only those of the page: two presses. */
  async function takeAll(): Promise<void> {
    const n = await countIn(store)
    await page.getByRole('checkbox', { name: en['list.pickAll'] }).click()
    await page.getByRole('button', { name: shown('fleet.allMatching', { n }), exact: true }).click()
    await page.getByText(shown('fleet.allChosen', { n }), { exact: true }).waitFor()
  }

  const begin = (n: number): Promise<void> =>
    work()
      .getByRole('button', { name: shown('fleet.do', { n }), exact: true })
      .click()

  it('the silent watches of one house are two presses from the dashboard', async () => {
    await go(screen, `${portal.product.httpUrl}/admin/dashboard`)
    await page.getByRole('link', { name: /^All \d+ silent devices$/u }).click()
    const facet = page.getByRole('group', { name: en['devices.branch'], exact: true })
    await facet.getByRole('checkbox', { name: /^Store room/u }).click()
    const [silent] = await portal.db
      .execute<{ n: number }>(
        sql`select count(*)::int as n from devices d left join device_status s on s.device_id = d.id
        where d.branch_id = ${store.id} and d.deleted_at is null and not coalesce(s.online, false)`,
      )
      .then(({ rows }) => rows)
    await page.getByText(shown('devices.total', { n: silent?.n ?? -1 }), { exact: true }).waitFor()
    expect(silent?.n).toBe(STOCK)
  })

  it('all that nobody wears are moved, the others say why not, and it is taken back', async () => {
    await narrow()
    await takeAll()
    await press('fleet.move')
    const branch = work().getByRole('combobox', { name: en['devices.branch'] })
    await branch.fill('New ward')
    await page.getByRole('option', { name: 'New ward' }).click()
    await begin(STOCK)
    const moved = job(en['fleet.move'])
    const progress = shown('fleet.progress', { done: STOCK - WORN, total: STOCK })
    await moved.getByText(progress, { exact: true }).waitFor()
    expect([await countIn(store), await countIn(ward)]).toEqual([WORN, STOCK - WORN])
    const failed = moved.getByText(shown('fleet.failed', { n: WORN }), { exact: true })
    await failed.press('Enter')
    expect(await moved.getByRole('listitem').allInnerTexts()).toEqual(
      ['Stock 01', 'Stock 02'].map(
        (name) => `${name} Somebody wears it or is about to: move the person instead`,
      ),
    )
    expect(await faultsOf(screen, '[role=dialog]')).toEqual([])
    await press('fleet.takeBack', moved)
    const back = job(shown('fleet.takenBack', { what: en['fleet.move'] }))
    const all = shown('fleet.progress', { done: STOCK - WORN, total: STOCK - WORN })
    await back.getByText(all, { exact: true }).waitFor()
    expect([await countIn(store), await countIn(ward)]).toEqual([STOCK, 0])
    await eventually(() => moved.getByRole('button').count()).toBe(0)
    await page.keyboard.press('Escape')
    await work().waitFor({ state: 'detached' })
    await press('list.unpick')
  })

  it('what is running is stopped midway: so many are done and so many are not, and those alone are taken back', async () => {
    const done = STOPPED_AT
    const held = (await stock())[done - 1]
    const holder = new pg.Client(portal.url)
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin')
    await holder.query('select from devices where id = $1 for no key update', [held?.id])
    await narrow()
    await takeAll()
    await press('action.deactivate')
    await begin(STOCK)
    const stopped = job(en['action.deactivate'])
    const before = shown('fleet.progress', { done: done - 1, total: STOCK })
    await stopped.getByText(before, { exact: true }).waitFor()
    await press('fleet.stop', stopped)
    const isStopping = sql`datname = current_database() and wait_event_type = 'Lock' and query ilike '%from "fleet_jobs"%for update'`
    const waiting = sql`select from pg_stat_activity where ${isStopping}`
    await eventually(async () => (await portal.db.execute(waiting)).rows.length).toBe(1)
    // What is begun with one device is done with it.
    await holder.query('rollback')
    await stopped.getByText(shown('fleet.stopped', { n: STOCK - done }), { exact: true }).waitFor()
    await stopped.getByText(shown('fleet.progress', { done, total: STOCK }), { exact: true }).waitFor()
    expect((await stock()).map(({ isActive }) => isActive)).toEqual([
      ...Array<boolean>(done).fill(false),
      ...Array<boolean>(STOCK - done).fill(true),
    ])
    await press('fleet.takeBack', stopped)
    const back = job(shown('fleet.takenBack', { what: en['action.deactivate'] }))
    await back.getByText(shown('fleet.progress', { done, total: done }), { exact: true }).waitFor()
    expect((await stock()).every(({ isActive }) => isActive)).toBe(true)
  })

  it('on a phone what is done with many is behind one button, beside the one that adds a device', async () => {
    const phone = await portal.open({ email: 'admin@demo.test' }, { width: 360, height: 780 })
    await go(phone, `${portal.product.httpUrl}/admin/devices`)
    const buttons = phone.page.locator('main header').getByRole('button')
    expect(await buttons.count()).toBe(2)
    const sizes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
    expect(sizes.filter((size) => (size?.height ?? 0) < 40)).toEqual([])
    await buttons.last().click()
    await phone.page.getByRole('menuitem', { name: en['fleet.work'], exact: true }).click()
    await dialogOf('fleet.work', phone.page).waitFor()
    expect(await faultsOf(phone, '[role=dialog]')).toEqual([])
    expect(phone.complaints).toEqual([])
    await phone.close()
  })

  it('leaves no complaint of the browser', () => expect(screen.complaints).toEqual([]))
})
