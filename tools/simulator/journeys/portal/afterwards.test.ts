import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { openEmptyPortal, type Portal } from './portal.ts'

const TEXTS = /\/assets\/en-/
const AN_ID = /\b(?:signIn|forgot|register|passkeys|language|shell|action|failure)\.[a-z]\w*/

/** Holds the texts that no home is drawn with. */
async function holdRestOfTexts(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held: string[] = []
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

/** What a home leaves for later, where that is late, lost, or needed at once. */
describe.skipIf(!executablePath)('what comes after a home', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openEmptyPortal()
  })
  afterAll(() => portal.close())

  const heading = (page: Page) => page.getByRole('heading', { level: 1 })

  it.each(['/admin/ward', '/admin/dashboard', '/user/overview'])(
    'is not missed by the sign-in page that an ended sign-in leads to from %s',
    async (path) => {
      const screen = await portal.open(null)
      const { page } = screen
      await page.addInitScript(`localStorage.setItem('carewatch.token', 'ended')`)
      const { held, release } = await holdRestOfTexts(page)
      await page.goto(portal.product.httpUrl + path)
      await page.waitForURL(/\/auth\/login/)
      await heading(page).waitFor()
      await page.locator('button[type=submit]').waitFor()
      expect(AN_ID.exec(await page.locator('body').innerText())).toBeNull()
      expect(await page.title()).not.toMatch(AN_ID)
      await expect.poll(() => held.length).toBeGreaterThan(0)
      release()
      await screen.close()
    },
  )
})
