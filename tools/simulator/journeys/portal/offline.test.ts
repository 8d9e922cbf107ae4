import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath, launchWholeChromium } from '../chromium.ts'
import { openPortal, settle, type Portal } from './portal.ts'

describe.skipIf(!executablePath)('without a network', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal(launchWholeChromium)
  })
  afterAll(() => portal.close())

  const openInstalled = async () => {
    const screen = await portal.open({ email: 'owner@demo.test' }, { width: 390, height: 844, worker: true })
    await screen.page.goto(portal.product.httpUrl)
    await settle(screen.page)
    await screen.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    // What is kept is asked from the next visit on.
    await screen.page.reload()
    await settle(screen.page)
    expect(await screen.page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
    return screen
  }

  it('Carewatch opens, says that it is offline, and shows the last known values with their age', async () => {
    const screen = await openInstalled()
    const { page } = screen
    await page
      .getByText(/is OK|No word from/)
      .first()
      .waitFor()
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(en['connection.offline']).waitFor()
    await page
      .getByText(/is OK|No word from/)
      .first()
      .waitFor()
    await page.getByText('Heart rate').first().waitFor()
    // Nobody had looked at the graphs before: those of the last day are there all the same.
    await page.getByRole('link', { name: en['bar.monitoring'], exact: true }).click()
    const pulse = page.getByTestId('chart-heartRate')
    await pulse.getByRole('slider').waitFor()
    expect(await pulse.getByRole('slider').getAttribute('aria-label')).toMatch(/[1-9]/)
    await page.getByText(en['connection.offline']).waitFor()
    await page.context().setOffline(false)
    await page.getByText(en['connection.offline']).waitFor({ state: 'detached', timeout: 30_000 })
    await screen.close()
  })

  it('nothing of what was last known stays with the browser after the sign-out', async () => {
    const screen = await portal.open({ email: 'owner@demo.test' })
    const { page } = screen
    const kept = (only = '') =>
      page.evaluate<number>(`new Promise((resolve, reject) => {
        const asked = indexedDB.open('carewatch')
        asked.onerror = () => reject(asked.error)
        asked.onsuccess = () => {
          const count = asked.result.transaction('last-known').objectStore('last-known').getAllKeys()
          count.onsuccess = () => (asked.result.close(), resolve(count.result.filter((key) => key.includes('${only}')).length))
        }
      })`)
    await page.goto(portal.product.httpUrl)
    await settle(page)
    await expect.poll(() => kept('/lastDay')).toBeGreaterThan(0)
    await page.getByRole('button', { name: en['shell.userMenu'], exact: true }).click()
    await page.getByRole('menuitem', { name: en['shell.logout'] }).click()
    await page.waitForURL('**/auth/login')
    await expect.poll(() => kept()).toBe(0)
    expect(await page.evaluate(`localStorage.getItem('carewatch.token') ?? ''`)).toBe('')
    portal.forgetTokens()
    await screen.close()
  })

  it('a push message shows a notification, whose tap opens the alarm', async () => {
    const screen = await openInstalled()
    const { page } = screen
    await page.context().grantPermissions(['notifications'], { origin: portal.product.httpUrl })
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const note = { title: 'SOS', body: 'Mum', path: '/user/notifications?selected=none' }
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: portal.product.httpUrl,
      registrationId: await registered,
      data: JSON.stringify(note),
    })
    const shown = () =>
      page.evaluate<string[]>(
        'navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title, body }) => `${title} ${body}`))',
      )
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['SOS Mum'])
    const [worker] = page.context().serviceWorkers()
    await worker?.evaluate(
      `self.registration.getNotifications().then(([notification]) => self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    )
    await page.waitForURL(/\/user\/notifications/)
    await screen.close()
  })
})
