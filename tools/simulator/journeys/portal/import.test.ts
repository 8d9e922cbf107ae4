import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { faultsOf } from './axe.ts'
import { go, openPortal, type Portal, settle } from './portal.ts'

const MANAGER = 'manager@demo.test'
const BRANCH = 'Carmel House'

/** More than one part of a file, with one row that cannot be and one that stands there twice. */
const lines = [
  'Notes;lastName;firstName;birthday;branch',
  ...Array.from({ length: 118 }, (_, n) => `x;Importée ${n};רות;${1930 + (n % 20)}-05-02;${BRANCH}`),
  `x;Importée 200;=cmd;05/02/1941;${BRANCH}`,
  `x;Importée 0;רות;2.5.1930;${BRANCH}`,
]

describe.skipIf(!executablePath)('a list that a house already has', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  it('is looked at row by row before anything is changed, brought, and brought again without effect', async () => {
    const { db, product } = portal
    const screen = await portal.open({ email: MANAGER })
    const { page } = screen
    const isOurs = and(like(wearers.lastName, 'Importée %'), eq(wearers.firstName, 'רות'))
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
    const pick = async () => {
      await go(screen, `${product.httpUrl}/admin/import?kind=people`)
      await page.locator('input[type=file]').setInputFiles(file)
    }
    await pick()
    const bringIt = page.getByRole('button', { name: 'Import the 118 right rows' })
    await bringIt.waitFor()
    await settle(page)
    expect(await db.$count(wearers, isOurs)).toBe(0)
    expect(await page.getByText('These columns are not read: Notes').isVisible()).toBe(true)
    const first = page.getByRole('list', { name: 'The rows of the file' }).getByRole('listitem').first()
    expect(await first.innerText()).toContain('must be a date written as')
    expect(await first.innerText()).toContain('Line 120')
    expect(await faultsOf(screen)).toEqual([])

    await bringIt.click()
    await page.getByText('118 rows were imported').waitFor()
    expect(await db.$count(wearers, isOurs)).toBe(118)
    await pick()
    await page.getByText('There is nothing to do with this file.').waitFor()
    expect(await page.getByRole('button', { name: /^Import the 0/ }).isDisabled()).toBe(true)
    expect(await db.$count(wearers, isOurs)).toBe(118)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
