import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { openEmptyPortal, type Portal } from './portal.ts'

/** What is fetched when the first screen stands, and the texts of other screens. */
const AFTERWARDS = /\/assets\/(?:afterwards|later|snacks|SnackList|GlobalSearch|LookupFilter|fields)-/
const TEXTS = /\/assets\/en-/

const rings = async (page: Page) => Number(await page.locator('body').getAttribute('data-sounds-requested'))

/** Nothing of a screen that is lighter may cost an alarm. */
describe.skipIf(!executablePath)('an alarm that comes as a home is painted', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openEmptyPortal()
  })
  afterAll(() => portal.close())

  const people = async () => {
    const { id: companyId } = await createCompany(portal.db)
    const { id: branchId } = await createBranch(portal.db, companyId)
    const of = (role: 'SUPERVISOR' | 'OWNER' | 'MANAGER') =>
      createUser(portal.db, { role, companyId, branchId, firstName: 'Noa', lastName: 'Levi' })
    const [nurse, daughter, manager] = [await of('SUPERVISOR'), await of('OWNER'), await of('MANAGER')]
    const device = await createDevice(portal.db, {
      companyId,
      branchId,
      name: 'Room 12',
      ownerId: daughter.id,
    })
    return { nurse, daughter, manager, device }
  }

  /** Holds all that may come later, and counts what it held. */
  const holdAfterwards = async (page: Page) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const held: string[] = []
    await page.route(AFTERWARDS, async (route) => {
      held.push(route.request().url())
      await released
      await route.continue()
    })
    await page.route(TEXTS, async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      if (body.includes('"audit.')) {
        held.push(route.request().url())
        await released
      }
      await route.fulfill({ response, body })
    })
    return { held, release }
  }

  it.each([
    ['nurse', '/admin/ward'],
    ['manager', '/admin/dashboard'],
    ['daughter', '/user/overview'],
  ] as const)('is shown and rings for a %s before anything else is there', async (who, path) => {
    const made = await people()
    const { device } = made
    const screen = await portal.open({ email: made[who].email })
    const { page } = screen
    const { held, release } = await holdAfterwards(page)
    const watch = await connectAsync(portal.product.mqttUrl, {
      username: device.imei,
      password: device.password,
    })
    await page.goto(portal.product.httpUrl + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const before = await rings(page)
    const sos = JSON.stringify({ time: Date.now(), type: 'SOS' })
    await watch.publishAsync(`watch/${device.imei}/event`, sos, { qos: 1 })
    const banner = page.getByTestId('alarm-banner')
    await banner.getByText(en['alarmKind.SOS']).first().waitFor()
    await expect.poll(() => rings(page)).toBeGreaterThan(before)
    expect(held.length).toBeGreaterThan(0)
    await banner.getByRole('button', { name: en['action.acknowledge'] }).click()
    await banner.waitFor({ state: 'detached' })
    // What was asked for meanwhile opens as soon as it is there.
    await page.getByRole('button', { name: en['shell.userMenu'] }).click()
    release()
    await page.getByRole('menu').getByText(en['shell.logout']).waitFor()
    await watch.endAsync()
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
