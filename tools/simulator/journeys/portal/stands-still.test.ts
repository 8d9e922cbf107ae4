import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { load, openPortal, type Portal, type Screen } from './portal.ts'

const looks = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } }
/** What the web's own measure calls good. */
const MOST_SHIFT = 0.1
const NOTE_SHIFTS = `{
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
}`

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

  const shiftOf = async (screen: Screen, path: string) => {
    await load(screen, portal.product.httpUrl + path)
    return screen.page.evaluate<number>('globalThis.shifted')
  }

  /** On a phone it has several lines, and no place is kept for it where there was none. */
  it('on a phone keeps the place of the banner that was there last', async () => {
    const screen = await portal.open({ email: 'admin@demo.test' }, looks.phone)
    await screen.page.addInitScript(NOTE_SHIFTS)
    await shiftOf(screen, '/admin/dashboard')
    expect(await shiftOf(screen, '/admin/dashboard')).toBeLessThan(MOST_SHIFT)
    await screen.close()
  })

  it.each(screens)('by %s (%s) at %s, on a %s, stands still', async (_, email, path, look) => {
    const screen = await portal.open({ email }, looks[look])
    await screen.page.addInitScript(NOTE_SHIFTS)
    expect(await shiftOf(screen, path)).toBeLessThan(MOST_SHIFT)
    await screen.close()
  })
})
