import { uniqueImei } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import de from '../../../../web/src/i18n/de.json' with { type: 'json' }
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { enter, focusFaults, orderFaults, press, tabTo, typeInto, WATCH_FOCUS } from './keys.ts'
import { rowsOf, type Rows } from './places.ts'
import { executablePath } from '../chromium.ts'
import { load, openPortal, type Screen, settle, type Portal } from './portal.ts'

type Text = keyof typeof en
const named = (text: Text) => ({ name: en[text], exact: true })
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 15_000 })

describe.skipIf(!executablePath)('without a mouse', () => {
  let portal: Portal
  let rows: Rows
  let screen: Screen
  let page: Page
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
    screen = await portal.open(null)
    page = screen.page
    await page.addInitScript(WATCH_FOCUS)
  })
  afterAll(() => portal.close())

  /** Loaded, so that the focus begins before everything. */
  const at = (path: string) => load(screen, portal.product.httpUrl + path)
  const button = (text: Text, within: Page | Locator = page.getByRole('main')) =>
    within.getByRole('button', named(text))
  const dialogOf = (title: Text) => page.getByRole('dialog', { name: new RegExp(`^${en[title]}`) })
  const gone = (dialog: Locator) => dialog.waitFor({ state: 'detached' })
  const focused = (target: Locator) => target.and(page.locator(':focus')).waitFor()
  const isWellSeen = async () => expect(await focusFaults(page)).toEqual([])
  /** Goes down a list that is open until one is there: it may have been drawn anew since, as what it lists came. */
  const downTo = async (isThere: Locator) => {
    for (let steps = 0; steps < 20 && !(await isThere.count()); steps++) await press(page, 'ArrowDown')
    await isThere.waitFor()
    await press(page, 'Enter')
  }
  /** Chooses in a list that opens under a field. */
  const pick = async (field: Locator, option: string) => {
    await typeInto(field, option)
    const wanted = page.getByRole('option', { name: new RegExp(option) }).first()
    await wanted.waitFor()
    // What was typed puts the choice back to none a moment after it is shown.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    await downTo(wanted.and(page.locator('[data-combobox-selected]')))
    await wanted.waitFor({ state: 'hidden' })
  }
  /** Opens a menu with the keyboard and takes one of its lines. */
  const takeFrom = async (menu: Locator, line: string) => {
    await tabTo(menu)
    await press(page, 'Enter')
    const wanted = page.getByRole('menuitem', { name: line, exact: true })
    await wanted.waitFor()
    await downTo(wanted.and(page.locator(':focus')))
  }

  it('one signs in', async () => {
    await at('/auth/login')
    await typeInto(page.locator('input[type=email]'), 'admin@demo.test')
    await typeInto(page.locator('input[autocomplete=current-password]'), 'carewatch')
    await press(page, 'Enter')
    await page.waitForURL('**/admin/dashboard')
    await settle(page)
    await isWellSeen()
  })

  it.each(['/admin/dashboard', '/admin/devices', '/user/monitoring', '/user/location'])(
    'the focus goes in order through %s and is seen everywhere',
    async (path) => {
      await at(path)
      expect([await orderFaults(page), await focusFaults(page)]).toEqual([[], []])
    },
  )

  it('one answers an alarm and stays where one was', async () => {
    await at('/admin/dashboard')
    const waiting = page.getByTestId('alarm-row').getByRole('button', named('action.acknowledge'))
    const before = await waiting.count()
    await enter(waiting.first())
    await eventually(() => waiting.count()).toBe(before - 1)
    await press(page, 'Tab')
    expect(await page.getByRole('main').locator(':focus').count()).toBe(1)
    await isWellSeen()
  })

  it('one reads a value off a graph, looks nearer, and sees all of it again', async () => {
    await at(`/user/monitoring?device=${rows.uuid}`)
    const graph = page.getByTestId('chart-heartRate')
    const cursor = graph.getByRole('slider')
    await tabTo(cursor)
    await press(page, 'ArrowLeft')
    const last = await cursor.getAttribute('aria-valuetext')
    expect(last).toMatch(/\d/)
    await press(page, 'Home')
    await eventually(() => cursor.getAttribute('aria-valuetext')).not.toBe(last)
    await press(page, 'End')
    await press(page, '+')
    const whole = button('monitoring.whole')
    await eventually(() => whole.isDisabled()).toBe(false)
    await press(page, 'Escape')
    await eventually(() => whole.isDisabled()).toBe(true)
    await focused(cursor)
    await isWellSeen()
  })

  it('one keeps a moment by a bookmark', async () => {
    await tabTo(button('bookmark.add'), 'Shift+Tab')
    await press(page, 'Enter')
    await focused(page.getByLabel(en['bookmark.what']))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Went for a walk')
    await enter(button('bookmark.newest'))
    await page.getByRole('button', { name: /^Delete the bookmark Went for a walk/ }).waitFor()
    await focused(button('bookmark.add'))
    await isWellSeen()
  })

  it('one saves the readings as a file', async () => {
    await tabTo(page.getByRole('button', { name: en['monitoring.csvLong'] }))
    const saved = page.waitForEvent('download')
    await press(page, 'Enter')
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    await isWellSeen()
  })

  it('one sets how far a fence reaches', async () => {
    await at(`/user/location?device=${rows.uuid}&view=fences`)
    await enter(button('fence.new'))
    await typeInto(page.getByLabel(en['fence.name']), 'Garden')
    const radius = page.getByLabel(en['fence.radius'])
    await typeInto(radius, '150')
    await press(page, 'ArrowUp')
    expect(await radius.inputValue()).toBe('200')
    await enter(button('action.save'))
    await page.getByRole('heading', { name: 'Garden' }).waitFor()
    await press(page, 'Tab')
    expect(await page.getByRole('main').locator(':focus').count()).toBe(1)
    await isWellSeen()
  })

  it('one registers a watch to its first message', async () => {
    const imei = uniqueImei()
    await at('/admin/devices')
    const opener = button('devices.add').first()
    await enter(opener)
    const dialog = dialogOf('devices.add')
    const field = (label: Text) => dialog.getByLabel(en[label]).first()
    await typeInto(field('devices.imei'), imei)
    await enter(button('wizard.next', dialog))
    await typeInto(field('devices.name'), 'Watch of Haim')
    await typeInto(field('devices.imsi'), '425010000000003')
    await pick(field('devices.model'), 'native')
    await enter(button('wizard.next', dialog))
    await pick(field('devices.company'), 'Golden Age Care')
    await pick(field('devices.branch'), 'Carmel House')
    await enter(button('devices.add', dialog))
    await dialog.getByText(en['addDevice.waiting']).waitFor()
    const password = ((await dialog.getByTestId('device-password').textContent()) ?? '').trim()
    const watch = await connectAsync(portal.product.mqttUrl, { username: imei, password })
    const first = JSON.stringify({ time: Date.now(), heartRate: 71 })
    await watch.publishAsync(`watch/${imei}/readings`, first, { qos: 1 })
    await dialog.getByText(en['addDevice.received']).waitFor()
    await watch.endAsync()
    await enter(button('devices.done', dialog))
    await gone(dialog)
    await focused(opener)
    await isWellSeen()
  })

  it('one closes a dialog of a row, and is back at its row', async () => {
    const menu = page.getByRole('button', { name: 'Actions for Watch 01' })
    await takeFrom(menu, en['devices.changeOwner'])
    const dialog = dialogOf('devices.changeOwner')
    await dialog.waitFor()
    await press(page, 'Escape')
    await gone(dialog)
    await focused(menu)
    await isWellSeen()
  })

  it('one reads in another language, and signs out', async () => {
    await at('/admin/branches')
    await takeFrom(button('shell.userMenu', page), en['language.title'])
    const dialog = dialogOf('language.title')
    await enter(dialog.getByRole('button', { name: 'Deutsch' }))
    await eventually(() => page.locator('html').getAttribute('lang')).toBe('de')
    await gone(dialog)
    const menu = page.getByRole('button', { name: de['shell.userMenu'], exact: true })
    await focused(menu)
    await takeFrom(menu, de['shell.logout'])
    await page.waitForURL('**/auth/login')
    await isWellSeen()
  })

  it('leaves no complaint of the browser', () => expect(screen.complaints).toEqual([]))
})
