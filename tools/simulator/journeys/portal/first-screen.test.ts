import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { openEmptyPortal, type Portal } from './portal.ts'

/** Notes the frame in which the board is there for the first time, and whether it had its columns. */
const NOTE_FIRST = `{
  const look = () => {
    const board = document.querySelector('[data-testid="ward"]')
    if (board) globalThis.firstBoard = { columns: board.dataset.columns ?? null }
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

type FirstBoard = { columns: string | null } | undefined

const DAY_MS = 86_400_000
/** Of a screen that is only opened what is older does not ring. */
const LONGER_THAN_JUST_NOW_MS = 70_000
const ALARMS = /\/api\/notification\/all\/after\//

describe.skipIf(!executablePath)('the first screen', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openEmptyPortal()
  })
  afterAll(() => portal.close())

  /** A nurse, and a watch of somebody of her branch. */
  const nurseAndWatch = async () => {
    const { id: companyId } = await createCompany(portal.db)
    const { id: branchId } = await createBranch(portal.db, companyId)
    const nurse = await createUser(portal.db, {
      role: 'SUPERVISOR',
      companyId,
      branchId,
      firstName: 'Noa',
      lastName: 'Levi',
    })
    const place = { companyId, branchId }
    const [ruth] = await portal.db
      .insert(wearers)
      .values({ ...place, firstName: 'Ruth', lastName: 'Cohen' })
      .returning()
    const device = await createDevice(portal.db, place)
    const startedAt = new Date(Date.now() - DAY_MS)
    await portal.db.insert(assignments).values({ wearerId: ruth?.id ?? 0, deviceId: device.id, startedAt })
    return { nurse, device }
  }

  const pressSos = async ({ imei, password }: { imei: string; password: string }, at = Date.now()) => {
    const watch = await connectAsync(portal.product.mqttUrl, { username: imei, password })
    const sos = JSON.stringify({ time: at, type: 'SOS' })
    await watch.publishAsync(`watch/${imei}/event`, sos, { qos: 1 })
    await watch.endAsync()
  }

  const rings = async (page: Page) => Number(await page.locator('body').getAttribute('data-sounds-requested'))

  it.each([390, 1440])('of a nurse is laid out once, %i wide', async (width) => {
    const { nurse, device } = await nurseAndWatch()
    await pressSos(device)
    const screen = await portal.open({ email: nurse.email })
    const { page } = screen
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(NOTE_FIRST)
    await page.goto(`${portal.product.httpUrl}/admin/ward`)
    await page.getByTestId('ward').waitFor()
    const first = () => page.evaluate('globalThis.firstBoard') as Promise<FirstBoard>
    await expect.poll(first).toBeDefined()
    expect((await first())?.columns).toMatch(/^\d+$/)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('rings for an SOS of the minutes in which nothing could be asked, when the socket opens', async () => {
    const { nurse, device } = await nurseAndWatch()
    const screen = await portal.open({ email: nurse.email })
    const { page } = screen
    let isAway = true
    await page.routeWebSocket(
      /\/api\/live$/,
      (socket) => void (isAway ? socket.close() : socket.connectToServer()),
    )
    const answered = page.waitForResponse(ALARMS)
    await page.goto(`${portal.product.httpUrl}/admin/ward`)
    await (await answered).finished()
    await page.route(ALARMS, (route) => (isAway ? route.abort() : route.continue()))
    const before = await rings(page)
    await pressSos(device, Date.now() - LONGER_THAN_JUST_NOW_MS)
    await expect.poll(() => portal.db.$count(alarms, eq(alarms.deviceId, device.id))).toBe(1)
    isAway = false
    await page.getByTestId('alarm-banner').getByText(en['alarmKind.SOS']).first().waitFor()
    await expect.poll(() => rings(page)).toBeGreaterThan(before)
    await screen.close()
  })
})
