import { join } from 'node:path'
import { metric, type MetricName } from '@carewatch/contracts/metrics'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { readings } from '@carewatch/migrations/schema/readings'
import { testDatabase } from '@carewatch/platform/database/testing'
import { and, asc, eq } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, newBrowserContext } from '../journeys/chromium.ts'
import { signIn } from '../journeys/person.ts'
import { startProduct, type Product } from '../journeys/product.ts'
import { historyOf } from '../src/demo/history.ts'
import { clockAt, DAY_MS, momentOf } from '../src/physiology/local-time.ts'
import { profileOf } from '../src/physiology/profile.ts'
import { reportOf } from '../src/report.ts'

/** Runs in a copy of the project that knows one metric more: the value and its texts, nothing else (tools/launcher/src/recipes). */
const name = process.env.NEW_METRIC
/** A folder, where somebody wants to see the screens. */
const pictures = process.env.NEW_METRIC_PICTURES

describe.runIf(name)('a metric that was added as one value', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let product: Product
  let browser: Browser
  let page: Page
  let device: Awaited<ReturnType<typeof createDevice>>
  let nurse: Awaited<ReturnType<typeof createUser>>
  let me: Awaited<ReturnType<typeof signIn>>

  beforeAll(async () => {
    database = await testDatabase()
    product = await startProduct(database.url)
    browser = await launchChromium()
    const company = await createCompany(database.db)
    const branch = await createBranch(database.db, company.id)
    const place = { companyId: company.id, branchId: branch.id }
    device = await createDevice(database.db, { ...place, name: 'Room 12' })
    nurse = await createUser(database.db, { ...place, role: 'SUPERVISOR' })
    me = await signIn(product, nurse.email)
    page = await (await newBrowserContext(browser, { locale: 'en-GB' })).newPage()
    await page.goto(`${product.httpUrl}/auth/login`)
    await page.getByLabel('Email').fill(nurse.email)
    await page.getByLabel('Password').fill('carewatch')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => address.pathname.startsWith('/admin'))
  })
  afterAll(async () => {
    await browser.close()
    await product.close()
    await database.drop()
  })

  const picture = async (of: string): Promise<void> => {
    if (pictures) await page.screenshot({ path: join(pictures, `${of}.png`), fullPage: true })
  }
  /** What the database has of it, in the order it was measured. */
  const stored = async (): Promise<number[]> => {
    // Safe: in the copy it is one of them.
    const mine = and(eq(readings.deviceId, device.id), eq(readings.metric, metric(name as MetricName).id))
    const rows = await database.db.select().from(readings).where(mine).orderBy(asc(readings.time))
    return rows.map(({ value }) => Number(value.toFixed(1)))
  }

  it('alarms above its limit, in its own words', async () => {
    const watch = await connectAsync(product.mqttUrl, { username: device.imei, password: device.password })
    for (const [secondsAgo, value] of [
      [30, 6.1],
      [20, 10.6],
      [10, 11.4],
    ] as const) {
      const reading = { time: Date.now() - secondsAgo * 1_000, [String(name)]: value }
      await watch.publishAsync(`watch/${device.imei}/readings`, JSON.stringify(reading), { qos: 1 })
    }
    await watch.endAsync()
    const row = page.getByTestId('alarm-row').filter({ hasText: 'Room 12' })
    await row.getByText('Glucose is high: 11.4 mmol/L').waitFor()
    expect(await stored()).toEqual([6.1, 10.6, 11.4])
  })

  it('has a tile, which says that it is too high', async () => {
    await page.goto(`${product.httpUrl}/user/overview?device=${device.uuid}`)
    const tile = page.getByTestId(`vital-${name}`)
    await tile.getByText('11.4').first().waitFor()
    expect(await tile.textContent()).toMatch(/Glucose.*11\.4 mmol\/L/)
    expect(await tile.getAttribute('data-outside')).toBe('true')
    expect(await tile.locator('.tabler-icon-candy').count()).toBe(1)
    expect(await page.locator('[data-testid^="vital-"] .tabler-icon-candy').count()).toBe(1)
    await picture('tile')
  })

  it('has a graph, and a table of what it draws', async () => {
    await page.goto(`${product.httpUrl}/user/monitoring?device=${device.uuid}&view=table`)
    const chart = page.getByTestId(`chart-${name}`)
    for (const value of await stored()) await chart.getByText(String(value)).first().waitFor()
    const { context } = await me.get(`/readings/${device.imei}/${name}/0`)
    expect(context['readings']).toMatchObject((await stored()).map((value) => ({ value })))
  })

  it('has a limit in the form of the watch, which is kept', async () => {
    await page.goto(`${product.httpUrl}/user/settings?device=${device.uuid}`)
    await page.getByLabel('Glucose, upper limit').fill('12.5')
    await picture('form')
    await page.getByRole('button', { name: 'Send to the watch' }).click()
    const kept = async () => (await me.get(`/devices/detail/${device.uuid}`)).context['limits']
    await expect.poll(kept).toMatchObject({ [String(name)]: { low: 4, high: 12.5 } })
  })

  it('is what the people of the simulator have, in the demo and live', async () => {
    const profile = profileOf(7)
    const home = { lat: 32.08, lng: 34.78 }
    const now = Date.now()
    const { series } = historyOf(profile, home, { from: now - DAY_MS, to: now, now, episodes: [] })
    const past = series.find((one) => one.metric === name)
    expect(past?.values.length).toBeGreaterThan(20)
    const awake = momentOf({ day: clockAt(now, profile.timeZone).day, minute: 12 * 60 }, profile.timeZone)
    const report = reportOf({ profile, home }, { time: now, bodyTime: awake, beat: 0, everyMs: 15_000 })
    const sent = Number(Reflect.get(report, String(name)))
    for (const value of [...(past?.values ?? []), sent]) {
      expect(value).toBeGreaterThanOrEqual(4.5)
      expect(value).toBeLessThanOrEqual(6.5)
    }
    const watch = await connectAsync(product.mqttUrl, { username: device.imei, password: device.password })
    await watch.publishAsync(`watch/${device.imei}/readings`, JSON.stringify(report), { qos: 1 })
    await watch.endAsync()
    expect((await stored()).at(-1)).toBe(sent)
  })

  it('is exported, to a table and to other systems', async () => {
    const manager = await createUser(database.db, { role: 'ADMIN' })
    const { get } = await signIn(product, manager.email)
    // Safe: these answers have no envelope.
    const rows = (await get(`/export/readings.json?imei=${device.imei}`)) as unknown as {
      metric: string
      value: number
    }[]
    const own = rows.filter((row) => row.metric === name)
    expect(own.map(({ value }) => value)).toEqual(await stored())
    const bundle = JSON.stringify(await get(`/export/fhir/${device.imei}`))
    expect(bundle).toContain('15074-8')
    expect(bundle).toContain('11.4')
  })
})
