import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { connectAsync } from 'mqtt'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { published } from '../watches.ts'
import { load, openEmptyPortal, type Portal } from './portal.ts'

const HOUR_MS = 3_600_000
const ASKED = '**/api/notification/all/after/**'
const WITHIN = { timeout: 30_000 }

/** Somebody called while a screen had no line, and the server refuses the first time that it is asked what it missed. */
describe.skipIf(!executablePath)('a screen that comes back', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openEmptyPortal()
  })
  afterAll(() => portal.close())

  const wearing = async (place: { companyId: number; branchId: number }) => {
    const { id: deviceId, imei, password } = await createDevice(portal.db, place)
    const [wearer] = await portal.db
      .insert(wearers)
      .values({ firstName: 'Ruth', lastName: 'Levi', ...place })
      .returning()
    const startedAt = new Date(Date.now() - HOUR_MS)
    await portal.db.insert(assignments).values({ wearerId: wearer?.id ?? 0, deviceId, startedAt })
    return connectAsync(portal.product.mqttUrl, { username: imei, password, clientId: imei })
  }

  it('says that nobody calls only when it knows, and asks again soon', async () => {
    const { id: companyId } = await createCompany(portal.db)
    const { id: branchId } = await createBranch(portal.db, companyId)
    const place = { companyId, branchId }
    const { email } = await createUser(portal.db, { role: 'SUPERVISOR', ...place })
    const watch = await wearing(place)
    const { page, ...screen } = await portal.open({ email }, { width: 1440, height: 900 })
    await load({ page, ...screen }, `${portal.product.httpUrl}/admin/ward`)
    const calm = page.getByTestId('all-calm')
    await calm.waitFor()

    await page.context().setOffline(true)
    await calm.waitFor({ state: 'detached' })
    const payload = JSON.stringify({ time: Date.now(), type: 'SOS' })
    await published(watch, `watch/${watch.options.clientId}/event`, payload)
    const asked = Promise.withResolvers<Route>()
    await page.route(ASKED, (route) => asked.resolve(route), { times: 1 })
    await page.context().setOffline(false)
    const first = await asked.promise
    await page.getByTestId('connection-banner').waitFor({ state: 'detached' })
    expect(await calm.count()).toBe(0)

    await first.fulfill({ status: 503, body: '' })
    await page.getByTestId('alarm-banner').getByText('Ruth Levi').waitFor(WITHIN)
    expect(await calm.count()).toBe(0)
    await watch.endAsync(true)
    await screen.close()
  })
})
