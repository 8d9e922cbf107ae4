import { uniqueImei } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { handsOf, type Text } from './hands.ts'
import { rowsOf, type Rows } from './places.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, type Portal } from './portal.ts'

describe.skipIf(!executablePath)('what is saved in a dialog', () => {
  let portal: Portal
  let rows: Rows
  let screen: Screen
  let page: Page
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
    screen = await portal.open({ email: 'admin@demo.test' })
    page = screen.page
  })
  afterAll(() => portal.close())

  const at = (path: string) => go(screen, portal.product.httpUrl + path)
  const choose = async (dialog: Locator, label: Text, option: string | RegExp) => {
    await dialog.getByLabel(en[label]).first().click()
    await page.getByRole('option', { name: option }).first().click()
  }
  const { dialogOf, gone, inMenu, press } = handsOf(() => page)

  /** From its IMEI to the last page, where it is waited for; answers the password it signs in with. */
  const register = async (dialog: Locator, imei: string, name: string) => {
    await dialog.getByLabel(en['devices.imei']).fill(imei)
    await press('wizard.next', dialog)
    await press('wizard.next', dialog)
    await dialog.getByText('is required').first().waitFor()
    await dialog.getByLabel(en['devices.name']).fill(name)
    await dialog.getByLabel(en['devices.imsi']).fill('425010000000001')
    await choose(dialog, 'devices.model', /native/)
    await press('wizard.next', dialog)
    await choose(dialog, 'devices.company', 'Golden Age Care')
    await choose(dialog, 'devices.branch', 'Carmel House')
    await press('devices.add', dialog)
    await dialog.getByText(en['addDevice.waiting']).waitFor()
    return (await dialog.getByTestId('device-password').textContent()) ?? ''
  }
  const sendReading = async (imei: string, password: string) => {
    const watch = await connectAsync(portal.product.mqttUrl, { username: imei, password: password.trim() })
    const reading = JSON.stringify({ time: Date.now(), heartRate: 71 })
    await watch.publishAsync(`watch/${imei}/readings`, reading, { qos: 1 })
    await watch.endAsync()
  }
  const firstWord = async (dialog: Locator) => {
    await dialog.getByText(en['addDevice.received']).waitFor()
    await dialog.getByRole('button', { name: en['addDevice.connect'] }).click()
    const { port } = new URL(portal.product.mqttUrl)
    await dialog.getByText(`mqtt://127.0.0.1:${port}`, { exact: true }).waitFor()
    await dialog.getByTestId('first-word').getByText('71', { exact: true }).waitFor()
  }

  it('a new watch is registered, and its first message is seen', async () => {
    await at('/admin/devices')
    await press('devices.add')
    const dialog = dialogOf('devices.add')
    await dialog.getByLabel(en['devices.imei']).fill('123')
    await press('wizard.next', dialog)
    await dialog
      .getByText(/15 digits/)
      .last()
      .waitFor()
    // By the example of GSMA's TS.06: of one digit that differs somebody is warned, and nobody is stopped.
    await dialog.getByLabel(en['devices.imei']).fill('490154203237528')
    await dialog.getByText(en['devices.imeiDoubtful']).waitFor()
    await dialog.getByLabel(en['devices.imei']).fill('490154203237518')
    await dialog.getByText(en['devices.imeiDoubtful']).waitFor({ state: 'detached' })
    const imei = uniqueImei()
    await sendReading(imei, await register(dialog, imei, 'Watch of Zipora'))
    await firstWord(dialog)
    await press('devices.done', dialog)
    await gone(dialog)
    await page.getByRole('main').getByText('Watch of Zipora').first().waitFor()
  })

  it('clones are refused by the row whose IMEI is taken, and made when it is right', async () => {
    await at('/admin/devices?search=Watch%2001')
    const taken = await page
      .getByText(/^\d{15}$/)
      .first()
      .textContent()
    await inMenu('Actions for Watch 01', 'devices.clone')
    const dialog = dialogOf('clone.title')
    const [imei, name] = [uniqueImei(), 'Watch 91']
    await dialog.getByLabel(en['devices.imei']).fill(taken ?? '')
    await dialog.getByLabel(en['devices.imsi']).fill('425010000000002')
    await dialog.getByLabel(en['devices.name']).fill(name)
    await press('devices.clone', dialog)
    await dialog.locator('[aria-invalid=true]').waitFor()
    expect(await dialog.getByLabel(en['devices.name']).inputValue()).toBe(name)
    await dialog.getByLabel(en['devices.imei']).fill(imei)
    await press('devices.clone', dialog)
    await dialog.getByText('1 device is registered').waitFor()
    await press('devices.done', dialog)
    await gone(dialog)
    await at(`/admin/devices?search=${imei}`)
    await page.getByRole('main').getByText(name).first().waitFor()
  })

  it('a relative is added to a watch', async () => {
    await at(`/user/device/${rows.uuid}?view=people`)
    await press('relatives.add')
    const dialog = dialogOf('relatives.dialog')
    await press('relatives.add', dialog)
    await dialog.getByText('is required').first().waitFor()
    await dialog.getByLabel(en['relatives.name']).first().fill('Yael Levi-Cohen')
    await dialog.getByLabel(en['users.email']).fill(`yael${Date.now()}@demo.test`)
    await choose(dialog, 'relatives.relation', 'Daughter')
    await press('relatives.add', dialog)
    await gone(dialog)
    await page.getByRole('main').getByText('Yael Levi-Cohen').waitFor()
  })

  it('a limit of a watch is changed, tried on the last fortnight, and sent', async () => {
    await at('/admin/devices?search=Watch%2001')
    await inMenu('Actions for Watch 01', 'settings.change')
    const dialog = dialogOf('settings.sendTitle')
    await dialog.getByLabel(en['setting.heartRateHigh']).fill('999')
    await press('settings.send', dialog)
    await dialog.locator('[aria-invalid=true]').first().waitFor()
    await dialog.getByLabel(en['setting.heartRateHigh']).fill('117')
    await dialog.getByRole('button', { name: 'Heart rate', exact: true }).click()
    await dialog.getByText(/Heart rate: these limits would have raised .* in the last 14 days/).waitFor()
    await press('settings.send', dialog)
    await gone(dialog)
    await page.getByText(en['settings.sent']).first().waitFor()
    await inMenu('Actions for Watch 01', 'page.settings')
    const shown = dialogOf('page.settings')
    await shown.getByText(/117/).first().waitFor()
    await press('settings.change', shown)
    await expect.poll(() => dialog.getByLabel(en['setting.heartRateHigh']).inputValue()).toBe('117')
    await page.keyboard.press('Escape')
    await gone(dialog)
  })

  it('the owner of a watch is changed to somebody known, and to nobody unknown', async () => {
    await at(`/admin/devices?search=Zipora`)
    await inMenu(/^Actions for/, 'devices.changeOwner')
    const dialog = dialogOf('devices.changeOwner')
    await dialog.getByLabel(en['changeOwner.new']).first().fill('nobody')
    await press('devices.changeOwner', dialog)
    await dialog.locator('[aria-invalid=true]').or(dialog.getByRole('alert')).first().waitFor()
    await dialog.getByLabel(en['changeOwner.new']).first().fill('owner@demo.test')
    await press('devices.changeOwner', dialog)
    await gone(dialog)
    await page.getByRole('main').getByText('Daniel Levi').first().waitFor()
  })

  it('a room, its gateway and its beacon are added', async () => {
    await at('/admin/gateway/roomViewInteractions')
    await press('rooms.add')
    const room = dialogOf('rooms.dialog')
    await press('rooms.add', room)
    await room.getByText('is required').first().waitFor()
    await room.getByLabel(en['rooms.name']).fill('Winter garden')
    await choose(room, 'devices.branch', 'Carmel House')
    await press('rooms.add', room)
    await gone(room)
    await page.getByTestId('room-tile').filter({ hasText: 'Winter garden' }).waitFor()
    const mac = (end: string) => `AC:23:3F:7E:57:${end}`
    const fill = async (name: string, end: string) => {
      const dialog = dialogOf('blt.dialog')
      await dialog.getByLabel(en['blt.name']).fill(name)
      await dialog.getByLabel(en['blt.mac']).fill(mac(end))
      await choose(dialog, 'devices.branch', 'Carmel House')
      await choose(dialog, 'blt.room', 'Winter garden')
      return dialog
    }
    await at('/admin/gateway')
    await press('gateways.add')
    const gateway = await fill('Gateway winter', 'A1')
    await press('gateways.add', gateway)
    expect(await gateway.getByTestId('gateway-password').textContent()).not.toBe('')
    await press('devices.done', gateway)
    await gone(gateway)
    await page.getByRole('main').getByText('Gateway winter').waitFor()
    await at('/admin/beacons')
    await press('beacons.add')
    const beacon = await fill('Winter climate', 'A1')
    await choose(beacon, 'blt.type', en['beaconType.CLIMATE'])
    await press('beacons.add', beacon)
    await beacon.locator('[aria-invalid=true]').or(beacon.getByRole('alert')).first().waitFor()
    await beacon.getByLabel(en['blt.mac']).fill(mac('B2'))
    await press('beacons.add', beacon)
    await gone(beacon)
    await page.getByRole('main').getByText('Winter climate').waitFor()
  })

  it('the limits of a company and a new branch', async () => {
    await at(`/admin/company/${rows.company.uuid}`)
    await press('action.edit', page.getByRole('region', { name: en['companies.limits'] }))
    const limits = dialogOf('companies.limits')
    const pulse = limits.getByRole('group', { name: 'Heart rate' })
    await pulse.getByLabel(en['limits.high']).fill('133')
    await press('action.save', limits)
    await gone(limits)
    await page.getByRole('region', { name: en['companies.limits'] }).getByText('133').waitFor()
    await at('/admin/branches')
    await press('branches.add')
    const branch = dialogOf('branches.dialog')
    await press('branches.add', branch)
    await branch.getByText('is required').first().waitFor()
    await branch.getByLabel(en['branches.name']).fill('Haifa Bay House')
    await branch.getByLabel(en['branches.code']).fill('HBH')
    await choose(branch, 'branches.company', 'Golden Age Care')
    await press('branches.add', branch)
    await gone(branch)
    await page.getByRole('main').getByText('Haifa Bay House').waitFor()
  })

  it('the first message of a new watch is seen though the live socket passed it by', async () => {
    await page.routeWebSocket(/\/api\/live/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (!message.toString().includes('"readings"')) socket.send(message)
      })
    })
    await at('/admin/devices')
    await press('devices.add')
    const dialog = dialogOf('devices.add')
    const imei = uniqueImei()
    await sendReading(imei, await register(dialog, imei, 'Watch of Malka'))
    await firstWord(dialog)
    await press('devices.done', dialog)
    await gone(dialog)
  })

  it('leaves no complaint of the browser but what was refused', () =>
    expect(screen.complaints.filter((complaint) => !/^4(00|04|09|22) (POST|GET)/.test(complaint))).toEqual(
      [],
    ))
})
