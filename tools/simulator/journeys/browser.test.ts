import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/platform/database/testing'
import { connectAsync } from 'mqtt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath, launchChromium, newBrowserContext } from './chromium.ts'
import { signIn as signInToApi } from './person.ts'
import { startProduct, type Product } from './product.ts'

describe.skipIf(!executablePath)('in a real browser', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let product: Product
  let browser: Browser
  const complaints: string[] = []

  beforeAll(async () => {
    database = await testDatabase()
    product = await startProduct(database.url)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await product.close()
    await database.drop()
  })

  const signIn = async (email: string, locale = 'en-GB'): Promise<Page> => {
    const context = await newBrowserContext(browser, {
      viewport: { width: 1366, height: 768 },
      locale,
    })
    const page = await context.newPage()
    // A guard: an interface that was killed comes back after half a minute on a machine with other work.
    page.setDefaultTimeout(90_000)
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${product.httpUrl}/auth/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('carewatch')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => address.pathname.startsWith('/admin'))
    return page
  }
  const newBranch = async () => {
    const company = await createCompany(database.db)
    const branch = await createBranch(database.db, company.id)
    const nurse = (firstName: string, selectedLanguage: 'en' | 'iw' = 'en') =>
      createUser(database.db, {
        role: 'SUPERVISOR',
        companyId: company.id,
        branchId: branch.id,
        firstName,
        lastName: 'Levi',
        selectedLanguage,
      })
    const device = await createDevice(database.db, {
      companyId: company.id,
      branchId: branch.id,
      name: 'Room 12',
    })
    return { nurse, device }
  }
  const sounds = async (page: Page) =>
    Number(await page.locator('body').getAttribute('data-sounds-requested'))

  it('a nurse sees an SOS ring, takes it, and her colleague sees that she did', async () => {
    const { nurse, device } = await newBranch()
    const [noa, dana] = [await nurse('Noa'), await nurse('Dana')]
    const [first, second] = await Promise.all([signIn(noa.email), signIn(dana.email)])
    await first.getByText('Room 12').or(first.getByRole('main')).first().waitFor()
    expect(await first.getByTestId('notification-badge').count()).toBe(0)

    const watch = await connectAsync(product.mqttUrl, { username: device.imei, password: device.password })
    await watch.publishAsync(
      `watch/${device.imei}/event`,
      JSON.stringify({ time: Date.now(), type: 'SOS' }),
      { qos: 1 },
    )

    const row = first.getByTestId('alarm-row').filter({ hasText: 'Room 12' })
    await row.waitFor()
    expect(await row.textContent()).toContain('SOS')
    await expect.poll(() => first.getByTestId('notification-badge').textContent()).toBe('1')
    await expect.poll(() => sounds(first)).toBeGreaterThan(0)
    await second.getByTestId('alarm-row').filter({ hasText: 'Room 12' }).waitFor()

    await row.getByRole('button', { name: 'Acknowledge' }).click()
    await second.getByText('Acknowledged by Noa Levi').first().waitFor()
    await expect.poll(() => first.getByTestId('notification-badge').count()).toBe(0)
    await watch.endAsync()
  })

  it('the banner names the resident whose alarm it tells of, one after the other', async () => {
    const { nurse, device } = await newBranch()
    const { companyId, branchId } = device
    const other = await createDevice(database.db, { companyId, branchId, name: 'Room 14' })
    const page = await signIn((await nurse('Noa')).email)
    const rowOf = (room: string) => page.getByTestId('alarm-row').filter({ hasText: room })
    for (const { imei, password, name, type } of [
      { ...device, type: 'SOS' },
      { ...other, type: 'FALL' },
    ]) {
      const watch = await connectAsync(product.mqttUrl, { username: imei, password })
      await watch.publishAsync(`watch/${imei}/event`, JSON.stringify({ type }), { qos: 1 })
      await watch.endAsync()
      await rowOf(name).waitFor()
    }
    const banner = page.getByTestId('alarm-banner').getByRole('alert')
    await banner.filter({ hasText: 'SOS pressed' }).waitFor()
    expect(await banner.textContent()).toContain('Room 12')
    await page.getByTestId('alarm-banner').getByRole('button', { name: 'Acknowledge' }).click()
    await banner.filter({ hasText: 'Fall detected' }).waitFor()
    expect(await banner.textContent()).toContain('Room 14')
  })

  it('an alarm that is put off is shown as put off, and as taken by nobody', async () => {
    const { nurse, device } = await newBranch()
    const { companyId, branchId } = device
    const watched = { companyId, branchId, name: 'Room 15' }
    const { imei, password } = await createDevice(database.db, watched, {
      limits: { heartRate: { high: 120 } },
    })
    const noa = await nurse('Noa')
    const page = await signIn(noa.email)
    const watch = await connectAsync(product.mqttUrl, { username: imei, password })
    for (const secondsAgo of [30, 20, 10, 0]) {
      const reading = { time: Date.now() - secondsAgo * 1_000, heartRate: 150 }
      await watch.publishAsync(`watch/${imei}/readings`, JSON.stringify(reading), { qos: 1 })
    }
    await watch.endAsync()
    const row = page.getByTestId('alarm-row').filter({ hasText: 'Room 15' })
    await row.waitFor()
    const me = await signInToApi(product, noa.email)
    const { context } = await me.get('/alarms')
    // Safe: the answer of the call.
    const [alarm] = context.alarms as [{ uuid: string }]
    expect(await me.post(`/alarms/${alarm.uuid}/snooze`, { minutes: 10 })).toMatchObject({ success: true })
    await row.getByText('Put off until').waitFor()
    expect(await row.textContent()).not.toContain('Acknowledged')
    expect(await row.getByRole('button', { name: 'Acknowledge' }).isVisible()).toBe(true)
  })

  it('reads from right to left for a nurse who reads Hebrew, alarm included', async () => {
    const { nurse, device } = await newBranch()
    const page = await signIn((await nurse('נעה', 'iw')).email)
    const watch = await connectAsync(product.mqttUrl, { username: device.imei, password: device.password })
    await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ type: 'FALL' }), { qos: 1 })
    const row = page.getByTestId('alarm-row').filter({ hasText: 'Room 12' })
    await row.waitFor()
    expect(await row.textContent()).toContain('זוהתה נפילה')
    const html = page.locator('html')
    expect([await html.getAttribute('dir'), await html.getAttribute('lang')]).toEqual(['rtl', 'he'])
    await watch.endAsync()
  })

  it('says that the line is down, and catches up by itself when it returns', async () => {
    const { nurse, device } = await newBranch()
    const page = await signIn((await nurse('Noa')).email)
    await page.getByText('Open alarms').first().waitFor()
    await page.waitForLoadState('networkidle')
    const down = page.getByText(en['connection.down'])
    const silenced = complaints.length
    process.kill(product.parts.api.pid() ?? 0, 'SIGKILL')
    await down.waitFor()
    const watch = await connectAsync(product.mqttUrl, { username: device.imei, password: device.password })
    await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
    await page.getByTestId('alarm-row').filter({ hasText: 'Room 12' }).waitFor()
    await down.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByTestId('notification-badge').textContent()).toBe('1')
    // What the browser itself says of a refused connection is not ours.
    complaints.length = silenced
    await watch.endAsync()
  })

  it('leaves the console clean', () => expect(complaints).toEqual([]))
})
