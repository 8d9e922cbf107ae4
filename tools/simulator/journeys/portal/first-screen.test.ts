import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { openEmptyPortal, type Portal } from './portal.ts'

/** Notes at each frame in which something of it is there for the first time: the title, whether the alarm stood above it, and whether the board had its columns. */
const NOTE_FIRST = `{
  const first = (globalThis.firstFrames = {})
  const look = () => {
    if (!first.title && document.querySelector('h1'))
      first.title = { at: performance.now(), hasAlarm: document.querySelector('[data-testid="alarm-banner"]') !== null }
    const board = document.querySelector('[data-testid="ward"]')
    if (!first.board && board) first.board = { columns: board.dataset.columns ?? null }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

type FirstFrames = { title?: { at: number; hasAlarm: boolean }; board?: { columns: string | null } }

const DAY_MS = 86_400_000
const ALARMS = '**/api/notification/all/after/**'

/** So long a screen waits for what is open, and no longer. */
const WAIT_AT_MOST_MS = 2_000

describe.skipIf(!executablePath)('the first screen', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openEmptyPortal()
  })
  afterAll(() => portal.close())

  /** A nurse, and an SOS of her branch that nobody has answered. */
  const nurseWhoIsCalled = async () => {
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
    const watch = await connectAsync(portal.product.mqttUrl, {
      username: device.imei,
      password: device.password,
    })
    const sos = JSON.stringify({ time: Date.now(), type: 'SOS' })
    await watch.publishAsync(`watch/${device.imei}/event`, sos, { qos: 1 })
    await watch.endAsync()
    return nurse
  }

  const firstFrames = (page: Page) => page.evaluate('globalThis.firstFrames') as Promise<FirstFrames>

  it.each([390, 1440])(
    'of a nurse has what is open above it, and is laid out once, %i wide',
    async (width) => {
      const nurse = await nurseWhoIsCalled()
      const screen = await portal.open({ email: nurse.email })
      const { page } = screen
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${portal.product.httpUrl}/admin/ward`)
      const banner = page.getByTestId('alarm-banner')
      await banner.getByText(en['alarmKind.SOS']).first().waitFor()
      await page.addInitScript(NOTE_FIRST)
      // What is open is answered after all that the board itself asks for.
      await page.route(ALARMS, async (route) => {
        const [response] = await Promise.all([
          route.fetch(),
          page.waitForResponse(/\/api\/wearers\/ward/).then(() => page.waitForTimeout(100)),
        ])
        await route.fulfill({ response })
      })
      await page.reload()
      await banner.getByText(en['alarmKind.SOS']).first().waitFor()
      await page.getByTestId('ward').waitFor()
      await expect.poll(async () => (await firstFrames(page)).board).toBeDefined()
      const { title, board } = await firstFrames(page)
      expect(board?.columns).toMatch(/^\d+$/)
      // A machine that is busier than that has drawn it without.
      expect(title?.hasAlarm === true || (title?.at ?? 0) > WAIT_AT_MOST_MS).toBe(true)
      expect(screen.complaints).toEqual([])
      await screen.close()
    },
  )

  it('does not wait for an answer that does not come', async () => {
    const nurse = await nurseWhoIsCalled()
    const screen = await portal.open({ email: nurse.email })
    const { page } = screen
    await page.route(ALARMS, () => {})
    await page.goto(`${portal.product.httpUrl}/admin/ward`)
    await page.getByTestId('ward').waitFor()
    await screen.close()
  })
})
