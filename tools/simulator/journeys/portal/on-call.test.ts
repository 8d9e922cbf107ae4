import { alarms } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { handsOf, type Text } from './hands.ts'
import { rowsOf, type Rows } from './places.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, type Portal } from './portal.ts'

describe.skipIf(!executablePath)('who is told, and who is on duty', () => {
  let portal: Portal
  let rows: Rows
  let screen: Screen
  let page: Page
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
    screen = await portal.open({ email: 'manager@demo.test' })
    page = screen.page
  })
  afterAll(() => portal.close())

  const { dialogOf, gone, inMenu, press } = handsOf(() => page)
  const at = (path: string, of: Screen = screen) => go(of, portal.product.httpUrl + path)
  const region = (name: Text, of: Page = page): Locator => of.getByRole('region', { name: en[name] })
  const confirm = (text: Text = 'action.confirm') =>
    page.getByRole('dialog').getByRole('button', { name: en[text], exact: true }).click()
  const card = (): Locator =>
    region('escalation.title').getByRole('listitem', { name: en['escalation.family.EMERGENCY'] })

  it('a branch sets a chain of its own, is told what is wrong with it, and takes it back', async () => {
    await at(`/admin/branch/${rows.branch.uuid}`)
    await press('action.edit', card())
    const edit = dialogOf('escalation.edit')
    const when = edit.getByRole('group', { name: en['escalation.afterOpening'] })
    await when.nth(1).getByLabel(en['escalation.minutes']).fill('0')
    await press('action.save', edit)
    await edit.getByText('each step comes later than the one before it').waitFor()
    await when.nth(1).getByLabel(en['escalation.minutes']).fill('2')
    await press('action.save', edit)
    await gone(edit)
    await card().getByText(en['escalation.setBy.BRANCH']).waitFor()
    await card().getByText('After 2 min').waitFor()
    await press('escalation.back.BRANCH', card())
    await confirm()
    await card().getByText(en['escalation.setBy.DEFAULT']).waitFor()
    await card().getByText('After 1 min').waitFor()
  })

  it('a watch is tried, and its chain rehearsed: everybody sees that it is a test', async () => {
    const nurse = await portal.open({ email: 'supervisor@demo.test' })
    await at('/admin/notifications', nurse)
    await at(`/admin/branch/${rows.branch.uuid}`)
    await page.getByLabel(en['escalation.tryWatch']).first().click()
    await page.getByRole('option').first().click()
    await card().getByRole('link', { name: 'Noa Ben-David' }).first().waitFor()
    await press('rehearsal.action', card())
    await page.getByRole('dialog').getByText('Noa Ben-David').waitFor()
    await confirm('rehearsal.start')
    for (const { page: seen } of [screen, nurse]) {
      const banner = seen.getByTestId('alarm-banner')
      await banner.getByText(en['rehearsal.mark'], { exact: true }).waitFor()
      await banner.getByText('SOS pressed').waitFor()
    }
    await press('rehearsal.action', card())
    await confirm('rehearsal.start')
    await page.getByText(/still running/).waitFor()
    const [row] = await portal.db.select().from(alarms).where(eq(alarms.rehearsal, true))
    expect(row).toMatchObject({ kind: 'SOS', acknowledgedAt: null })
    expect(nurse.complaints).toEqual([])
    const banner = nurse.page.getByTestId('alarm-banner')
    await press('action.acknowledge', banner)
    await banner.getByText(en['rehearsal.mark'], { exact: true }).waitFor({ state: 'detached' })
    await nurse.close()
    expect(screen.complaints.splice(0)).toEqual([expect.stringContaining('409')])
  })

  it('a nurse is put on duty, hands it over, and a branch without anybody shows red', async () => {
    const nurse = await portal.open({ email: 'supervisor@demo.test' })
    await at(`/admin/branch/${rows.branch.uuid}`)
    // By its key: the banner of what was rehearsed goes meanwhile, and the page moves up under a mouse.
    await page
      .getByRole('main')
      .getByRole('button', { name: en['duty.add'], exact: true })
      .first()
      .press('Enter')
    const add = dialogOf('duty.add')
    await press('duty.add', add)
    await add.getByText('is required').waitFor()
    await add.getByLabel(en['duty.who']).first().click()
    await page.getByRole('option', { name: 'Noa Ben-David' }).click()
    await press('duty.quick.nowFor8', add)
    await press('duty.add', add)
    await gone(add)
    await at('/admin/dashboard', nurse)
    await nurse.page.getByText(/You are on duty in Carmel House until/).waitFor()
    await at(`/admin/branch/${rows.branch.uuid}`, nurse)
    await press('duty.handOver', region('duty.title', nurse.page))
    const over = dialogOf('duty.handOver', nurse.page)
    await over.getByLabel(en['duty.to.who']).first().click()
    await nurse.page.getByRole('option', { name: 'Olga Ivanova' }).click()
    await press('duty.handOver', over)
    await gone(over)
    await region('duty.title', nurse.page).getByText('Olga Ivanova').first().waitFor()
    await nurse.close()

    await at(`/admin/branch/${rows.branch.uuid}`)
    await inMenu(/^Actions for Olga Ivanova/, 'duty.end')
    await confirm()
    await region('duty.title').getByText(en['duty.nobody']).waitFor()
    await at('/admin/branches')
    await page.getByRole('main').getByText(en['duty.nobodyMark']).waitFor()
    await at('/admin/dashboard')
    await page.getByText('Nobody is on duty in a branch').waitFor()
    expect(screen.complaints).toEqual([])
  })

  it('a manager reads how alarms were answered, and keeps it as a file', async () => {
    await at('/admin/alarm-figures?days=92')
    await region('alarmFigures.byShift').getByText('Carmel House').first().waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      press('list.csv', region('alarmFigures.byShift')),
    ])
    expect(file.suggestedFilename()).toMatch(/alarm-figures.*\.csv$/)
  })

  it('each figure opens as many alarms as it says, and each of these what happened', async () => {
    await at('/admin/alarm-figures?days=92')
    const links = page.locator('a[href^="/admin/alarm-cases"]')
    const tiles = await page.locator('[data-testid^=figure-]').locator(links).all()
    expect(tiles.length).toBeGreaterThan(4)
    const firstRow = (of: Text) => region(of).getByRole('row').nth(1).locator(links).all()
    const both = [...(await firstRow('alarmFigures.byShift')), ...(await firstRow('alarmFigures.loudest'))]
    expect(both.length).toBeGreaterThan(4)
    const ways: { address: string; text: string }[] = []
    for (const link of [...tiles, ...both])
      ways.push({ address: (await link.getAttribute('href')) ?? '', text: await link.innerText() })
    for (const { address, text } of ways) {
      await at(address)
      const total = Number((/\((\d+)\)/u.exec(text) ?? /(\d+)/u.exec(text))?.[1])
      await page
        .getByText(`${total} ${total === 1 ? 'alarm' : 'alarms'}`, { exact: true })
        .first()
        .waitFor()
    }
    // The last is of one watch: whose, and what it rang for, stands above the list.
    for (const part of ['who', 'kind']) await page.getByTestId(`narrowed-${part}`).waitFor()
    await press('devices.open')
    await dialogOf('alarms.title').waitFor()
    expect(screen.complaints).toEqual([])
  })
})
