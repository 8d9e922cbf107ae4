import messages from '@carewatch/contracts/messages/en.json' with { type: 'json' }
import { alarms } from '@carewatch/migrations/schema/alarms'
import { eq, sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { rowsOf, type Rows } from './places.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, settle, type Portal } from './portal.ts'

type Text = keyof typeof en
const named = (text: Text) => ({ name: en[text], exact: true })
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 15_000 })
const COUNT_PRESSES = `addEventListener('pointerdown', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('presses', String(1 + Number(sessionStorage.getItem('presses'))))
}, true)`

/** Each task from the home of who does it most; a press of the mouse or a finger counts, a key does not. */
describe.skipIf(!executablePath)('the presses that it takes', () => {
  let portal: Portal
  let rows: Rows
  const screens: Screen[] = []
  let page: Page
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
    for (const email of ['supervisor@demo.test', 'owner@demo.test']) {
      const screen = await portal.open({ email })
      await screen.page.addInitScript(COUNT_PRESSES)
      screens.push(screen)
    }
  })
  afterAll(() => portal.close())

  const presses = () => page.evaluate<number>(`Number(sessionStorage.getItem('presses'))`)
  const screenOf = (who: 'nurse' | 'daughter'): Screen => {
    const [nurse, daughter] = screens
    const screen = who === 'nurse' ? nurse : daughter
    if (!screen) throw new Error('Nobody is signed in.')
    return screen
  }
  const home = async (who: 'nurse' | 'daughter') => {
    const screen = screenOf(who)
    await go(screen, portal.product.httpUrl + (who === 'nurse' ? '/admin/dashboard' : '/user/overview'))
    page = screen.page
    await page.evaluate(`sessionStorage.setItem('presses', '0')`)
  }
  const button = (text: Text, within: Page | Locator = page.getByRole('main')) =>
    within.getByRole('button', named(text)).first()
  const inMenu = (text: Text) =>
    page.getByRole('navigation', named('shell.menu')).getByRole('link', named(text))
  const find = async (name: string) => {
    await page.getByRole('search').getByLabel(en['search.label']).click()
    // Who knows the name does not look: Enter comes before the answer.
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/user/device/${rows.uuid}*`)
  }

  it('to know the room and bed of who calls: 0', async () => {
    await home('nurse')
    const banner = page.getByTestId('alarm-banner')
    // Without what keeps names of both directions apart.
    const shown = ((await banner.textContent()) ?? '').replaceAll(/[\u2066-\u2069]/gu, '')
    const { rows: waiting } = await portal.db.execute<{ name: string; lies: string }>(
      sql`select trim(w.first_name || ' ' || w.last_name) as name, r.name || ', bed ' || w.bed as lies
        from wearers w join rooms r on r.id = w.room_id`,
    )
    const caller = waiting.find(({ name }) => shown.includes(name))
    expect(caller?.lies).toBeTruthy()
    expect(shown).toContain(caller?.lies)
    expect(await presses()).toBe(0)
  })

  it('to answer an alarm: 1', async () => {
    await home('nurse')
    const waiting = page.getByTestId('alarm-row').getByRole('button', named('action.acknowledge'))
    const before = await waiting.count()
    await waiting.first().click()
    await eventually(() => waiting.count()).toBe(before - 1)
    expect(await presses()).toBe(1)
  })

  it('to find any device: 1, and typing', async () => {
    await home('nurse')
    await find('Watch 01')
    expect(await presses()).toBe(1)
  })

  it("to see one resident's pulse of the last 24 hours: 2", async () => {
    await home('nurse')
    await find('Watch 01')
    await page.getByRole('link', named('devices.graphs')).click()
    await page.getByTestId('chart-heartRate').getByRole('slider').waitFor()
    expect(await page.getByRole('radio', named('monitoring.range.1d')).isChecked()).toBe(true)
    expect(await presses()).toBe(2)
  })

  it('to change the span of the graphs: 1 more, to keep a moment: 2 more', async () => {
    const begun = await presses()
    await page.getByText(en['monitoring.range.3d'], { exact: true }).click()
    await page.waitForURL(/range=3d/)
    await page.locator('[data-pending=false]').waitFor({ state: 'attached' })
    await settle(page)
    expect(await presses()).toBe(begun + 1)
    await button('bookmark.add').click()
    await button('bookmark.newest').click()
    await page
      .getByRole('button', { name: /^Delete the bookmark/ })
      .first()
      .waitFor()
    expect(await presses()).toBe(begun + 3)
  })

  it('to change a limit of a watch: 4', async () => {
    await home('nurse')
    await find('Watch 01')
    await button('settings.change').click()
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${en['settings.sendTitle']}`) })
    await dialog.getByLabel(en['setting.heartRateHigh']).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('119')
    await button('settings.send', dialog).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await presses()).toBeLessThanOrEqual(4)
  })

  it('to ask a watch where it is: at most 2', async () => {
    await home('daughter')
    await button('overview.locate').click()
    await page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).first().waitFor()
    expect(await presses()).toBeLessThanOrEqual(2)
  })

  it('to replay yesterday: 3', async () => {
    await home('daughter')
    await inMenu('menu.location').click()
    await page.getByRole('link', named('location.view.history')).click()
    await button('location.replayYesterday').click()
    await button('location.pause').waitFor()
    expect(await presses()).toBe(3)
  })

  it('to save the readings as a file: 2, and a list: 2', async () => {
    await home('daughter')
    await inMenu('menu.monitoring').click()
    const readings = page.waitForEvent('download')
    await page.getByRole('button', { name: en['monitoring.csvLong'] }).click()
    await readings
    expect(await presses()).toBe(2)
    await home('nurse')
    await inMenu('menu.devices').click()
    const list = page.waitForEvent('download')
    await button('list.csv').click()
    await list
    expect(await presses()).toBe(2)
  })

  it('from the wall to any vital of anybody: 1', async () => {
    await home('nurse')
    await go(screenOf('nurse'), `${portal.product.httpUrl}/admin/ward`)
    await page.evaluate(`sessionStorage.setItem('presses', '0')`)
    await page.getByTestId('ward-cell').filter({ hasText: 'Miriam Levi' }).getByRole('link').click()
    const panel = page.getByTestId('ward-panel')
    for (const vital of ['heartRate', 'spo2', 'bloodPressure', 'temperature'])
      await panel.getByTestId(`vital-${vital}`).getByText(/\d/).first().waitFor()
    expect(await presses()).toBe(1)
  })

  it("to have last night's fall on paper: 2, and a key", async () => {
    await home('nurse')
    const fall = page.getByRole('main').getByRole('button', { name: messages['alarm.FALL'] })
    await fall.first().click()
    await page.getByRole('dialog').getByRole('link', named('file.title')).click()
    await page.waitForURL('**/user/incident-file/*')
    const uuid = new URL(page.url()).pathname.split('/').at(-1)
    const [alarm] = await portal.db
      .select()
      .from(alarms)
      .where(eq(alarms.uuid, uuid ?? ''))
    expect(alarm?.kind).toBe('FALL')
    expect(await presses()).toBe(2)
  })

  it('to read in another language: 3', async () => {
    await home('daughter')
    await page.getByRole('button', named('shell.userMenu')).click()
    await page.getByRole('menuitem', named('language.title')).click()
    await page.getByRole('button', { name: 'Latviešu' }).click()
    await eventually(() => page.locator('html').getAttribute('lang')).toBe('lv')
    expect(await presses()).toBe(3)
  })

  it('leaves no complaint of the browser', () =>
    expect(screens.flatMap(({ complaints }) => complaints)).toEqual([]))
})
