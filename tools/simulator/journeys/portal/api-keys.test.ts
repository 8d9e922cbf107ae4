import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { faultsOf } from './axe.ts'
import { handsOf } from './hands.ts'
import { go, openPortal, type Portal, type Screen } from './portal.ts'

const NAME = 'Ward system'

describe.skipIf(!executablePath)('an API key', () => {
  let portal: Portal
  let screen: Screen
  beforeAll(async () => {
    portal = await openPortal()
    screen = await portal.open({ email: 'manager@demo.test' })
  })
  afterAll(() => portal.close())

  const { dialogOf, gone, press, inMenu } = handsOf(() => screen.page)
  const statusBy = async (secret: string, path = '/devices/all'): Promise<number> =>
    (await fetch(`${portal.product.httpUrl}/api${path}`, { headers: { authorization: `Bearer ${secret}` } }))
      .status

  async function shownSecret(title: 'apiKeys.add' | 'apiKeys.rotate'): Promise<string> {
    const secret = await dialogOf(title).getByTestId('api-key-secret').innerText()
    expect(await faultsOf(screen)).toEqual([])
    await press('apiKeys.copied', dialogOf(title))
    await gone(dialogOf(title))
    return secret
  }

  it('is made, used by a program, given a new secret, revoked, and then refused', async () => {
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/admin/api-keys`)
    await press('apiKeys.add')
    const dialog = dialogOf('apiKeys.add')
    await dialog.getByLabel('Name', { exact: false }).first().fill(NAME)
    await dialog.getByRole('combobox', { name: 'What it may do' }).click()
    await page.getByRole('option', { name: 'Devices: read' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Current password').first().fill('carewatch')
    await press('apiKeys.add', dialog)
    const first = await shownSecret('apiKeys.add')
    expect(await statusBy(first)).toBe(200)
    expect(await statusBy(first, '/wearers/all')).toBe(403)
    expect(await page.getByRole('main').innerText()).not.toContain(first)

    await inMenu(`Actions for ${NAME}`, 'apiKeys.rotate')
    await dialogOf('apiKeys.rotate').getByLabel('Current password').first().fill('carewatch')
    await press('apiKeys.rotate', dialogOf('apiKeys.rotate'))
    const second = await shownSecret('apiKeys.rotate')
    expect([await statusBy(first), await statusBy(second)]).toEqual([200, 200])

    await go(screen, `${portal.product.httpUrl}/admin/dashboard`)
    await go(screen, `${portal.product.httpUrl}/admin/api-keys`)
    const [row] = await portal.db.select().from(apiKeys).where(eq(apiKeys.name, NAME))
    expect(row?.lastUsedFrom).toBeTruthy()
    expect(await page.getByRole('main').innerText()).toContain(row?.lastUsedFrom ?? 'an address')

    await inMenu(`Actions for ${NAME}`, 'apiKeys.revoke')
    await press('apiKeys.revoke', dialogOf('apiKeys.revokeTitle'))
    await page.getByText('No API keys yet').waitFor()
    expect([await statusBy(first), await statusBy(second)]).toEqual([401, 401])
    expect(screen.complaints).toEqual([])
  })
})
