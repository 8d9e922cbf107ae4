import { createBranch, createCompany, createUser } from '@carewatch/migrations/factories'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { openEmptyPortal, type Portal } from './portal.ts'

const LATER = /\/assets\/later-[\w-]+\.js/
const SEARCH = /\/assets\/GlobalSearch-[\w-]+\.js/
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

  const person = async () => {
    const { id: companyId } = await createCompany(portal.db)
    const { id: branchId } = await createBranch(portal.db, companyId)
    return createUser(portal.db, { role: 'MANAGER', companyId, branchId, firstName: 'Noa', lastName: 'Levi' })
  }
  const opened = async () => {
    const { email } = await person()
    const screen = await portal.open({ email })
    return { ...screen, home: `${portal.product.httpUrl}/admin/dashboard` }
  }
  const heading = (page: Page) => page.getByRole('heading', { level: 1 })
  const userMenu = (page: Page) => page.getByRole('button', { name: en['shell.userMenu'] })

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

  it('is not waited for by whoever opens the portal at its beginning, or signs in', async () => {
    const { email } = await person()
    const screen = await portal.open({ email })
    const { page } = screen
    const { release } = await holdRestOfTexts(page)
    await page.goto(portal.product.httpUrl)
    await page.waitForURL(/\/admin\/dashboard/)
    await heading(page).waitFor()
    await page.evaluate(`localStorage.removeItem('carewatch.token')`)
    await page.goto(`${portal.product.httpUrl}/auth/login`)
    await page.getByLabel(en['signIn.email']).fill(email)
    await page.getByLabel(en['signIn.password'], { exact: true }).fill('carewatch')
    await page.getByRole('button', { name: en['signIn.submit'], exact: true }).click()
    await page.waitForURL(/\/admin\/dashboard/)
    await heading(page).waitFor()
    release()
    portal.forgetTokens()
    await screen.close()
  })

  it('is said to be missing where somebody pressed for it, and comes at the next press', async () => {
    const { page, home, close } = await opened()
    await page.route(LATER, (route) => route.abort())
    await page.goto(home)
    await userMenu(page).click()
    const snack = page.locator('.snack-error')
    await snack.waitFor()
    await page.unroute(LATER)
    await snack.getByRole('button', { name: en['action.retry'] }).click()
    await userMenu(page).click()
    await page.getByRole('menu').getByText(en['shell.logout']).waitFor()
    await close()
  })

  it('is asked for together, and not by each that needs it', async () => {
    const { page, home, close } = await opened()
    await page.clock.install()
    let asked = 0
    await page.route(LATER, (route) => {
      asked += 1
      return route.abort()
    })
    await page.goto(home)
    await heading(page).waitFor()
    await page.clock.runFor(10_000)
    await expect.poll(() => asked).toBeGreaterThan(0)
    for (let seconds = 0; seconds < 60; seconds += 1) await page.clock.runFor(1_000)
    expect(asked).toBeLessThan(10)
    await close()
  })

  it('brings a build that took the place of this one', async () => {
    const { page, home, close } = await opened()
    await page.route(LATER, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(home)
    await heading(page).waitFor()
    await page.route(`${portal.product.httpUrl}/`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-newer.js')
      await route.fulfill({ response, body })
    })
    const again = page.waitForEvent('load')
    await userMenu(page).click()
    await again
    await close()
  })

  it('takes the focus where what stood in its place had it', async () => {
    const { page, home, close } = await opened()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(SEARCH, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(home)
    await page.getByRole('button', { name: en['search.label'] }).focus()
    release()
    await page.locator('search input').waitFor()
    await expect.poll(() => page.evaluate(`document.activeElement?.matches('search input')`)).toBe(true)
    await close()
  })

  it('does not wait for a home whose calls hang', async () => {
    const { page, home, close } = await opened()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      if (route.request().url().includes('/api/auth/')) return route.continue()
      await released
      await route.abort()
    })
    const later = page.waitForRequest(LATER)
    await page.goto(home)
    await later
    expect(await heading(page).count()).toBe(0)
    release()
    await close()
  })

  it('is asked for by whoever is asked for the password before a sign-in is over', async () => {
    const { id, email } = await person()
    const { page, close } = await portal.open({ email })
    await portal.db.execute(
      sql`update sessions set expires_at = now() + interval '10 minutes' where user_id = ${id}`,
    )
    await page.route(LATER, (route) => route.abort())
    await page.goto(`${portal.product.httpUrl}/admin/dashboard`)
    await page.getByRole('button', { name: en['idle.renew'] }).click()
    await page.locator('.snack-error').waitFor()
    await close()
  })
})
