import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { connectAsync } from 'mqtt'
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

  it.each([390, 1440])('of a nurse is laid out once, %i wide', async (width) => {
    const nurse = await nurseWhoIsCalled()
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

  it('of a nurse shows what is open though the live socket does not open', async () => {
    const nurse = await nurseWhoIsCalled()
    const screen = await portal.open({ email: nurse.email })
    const { page } = screen
    await page.routeWebSocket(/\/api\/live$/, (socket) => void socket)
    await page.goto(`${portal.product.httpUrl}/admin/ward`)
    await page.getByTestId('alarm-banner').getByText(en['alarmKind.SOS']).first().waitFor()
    await screen.close()
  })
})
