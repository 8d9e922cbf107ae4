import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { faultsOf } from './axe.ts'
import { go, openPortal, type Portal, settle } from './portal.ts'

const ADMIN_LASTS = 65

describe.skipIf(!executablePath)('a screen that nobody touches', () => {
  let portal: Portal
  let pool: Pool
  beforeAll(async () => {
    portal = await openPortal()
    pool = new Pool({ connectionString: portal.url, max: 1 })
  })
  afterAll(async () => {
    await pool.end()
    await portal.close()
  })

  const ofPerson = 'user_id = (select id from users where email = $1)'
  const lastTouch = (email: string, minutesAgo: number) =>
    pool.query(`update sessions set acted_at = now() - $2 * interval '1 minute' where ${ofPerson}`, [
      email,
      minutesAgo,
    ])
  const minutesSince = async (email: string): Promise<number> => {
    const since = `select extract(epoch from now() - max(acted_at))::float8 / 60 as minutes from sessions where ${ofPerson}`
    // Safe: one row with this one column.
    return (await pool.query<{ minutes: number }>(since, [email])).rows[0]?.minutes ?? Number.NaN
  }

  it('asks before it ends, takes any key for an answer, and says why it ended and leads back', async () => {
    const email = 'admin@demo.test'
    const screen = await portal.open({ email })
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/admin/companies`)
    await lastTouch(email, ADMIN_LASTS - 1.5)
    await page.reload()
    await page.getByRole('dialog', { name: en['idle.title'] }).waitFor()
    expect(await faultsOf(screen)).toEqual([])
    await page.keyboard.press('Shift')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await minutesSince(email)).toBeLessThan(5)

    await lastTouch(email, ADMIN_LASTS + 1)
    await page.waitForURL(/\/auth\/login/)
    await page.getByText(en['signIn.ended.idle']).waitFor()
    await settle(page)
    expect(await faultsOf(screen)).toEqual([])
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('carewatch')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/admin\/companies/)
    portal.forgetTokens()
    await screen.close()
  })

  it('says that its twelve hours are over soon, and goes on where its person signs in again', async () => {
    const email = 'supervisor@demo.test'
    const screen = await portal.open({ email })
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/admin/gateway/roomViewInteractions`)
    await pool.query(`update sessions set expires_at = now() + interval '10 minutes' where ${ofPerson}`, [
      email,
    ])
    await page.reload()
    const banner = page.getByRole('alert').filter({ hasText: 'no alarm rings on this screen' })
    await banner.waitFor()
    await banner.getByRole('button', { name: en['idle.renew'] }).click()
    await page.getByLabel('Password', { exact: true }).fill('carewatch')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/admin/gateway/roomViewInteractions')
    portal.forgetTokens()
    await screen.close()
  })

  it('as a wall board counts as touched', async () => {
    const email = 'supervisor@demo.test'
    const screen = await portal.open({ email })
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/admin/gateway/roomViewInteractions`)
    await lastTouch(email, 11 * 60)
    await page
      .getByRole('button', { name: en['rooms.wall'] })
      .evaluate((button: { click: () => void }) => button.click())
    await expect.poll(() => minutesSince(email)).toBeLessThan(5)
    await screen.close()
  })
})
