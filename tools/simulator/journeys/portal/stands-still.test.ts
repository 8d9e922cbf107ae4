import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { load, openPortal, type Portal } from './portal.ts'

const looks = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } }
/** What the web's own measure calls good. */
const MOST_SHIFT = 0.1
const NOTE_SHIFTS = `{
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
}`

/** On a phone a banner has several lines, and the other screens of staff no room to keep for it. */
const screens = [
  ['a nurse', 'supervisor@demo.test', '/admin/ward', 'desk'],
  ['a nurse', 'supervisor@demo.test', '/admin/notifications', 'desk'],
  ['an administrator', 'admin@demo.test', '/admin/dashboard', 'desk'],
  ['a daughter', 'owner@demo.test', '/user/overview', 'desk'],
  ['a daughter', 'owner@demo.test', '/user/overview', 'phone'],
] as const

/** Of a page with open alarms, which come after it: how far what stands there is moved until all is there. */
describe.skipIf(!executablePath)('a screen that is opened', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  it.each(screens)('by %s (%s) at %s, on a %s, stands still', async (_, email, path, look) => {
    const screen = await portal.open({ email }, looks[look])
    await screen.page.addInitScript(NOTE_SHIFTS)
    await load(screen, portal.product.httpUrl + path)
    const shifted = await screen.page.evaluate<number>('globalThis.shifted')
    expect(shifted).toBeLessThan(MOST_SHIFT)
    await screen.close()
  })
})
