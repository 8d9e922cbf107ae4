import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { duties } from '@carewatch/migrations/schema/escalation'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { faultsOf } from './axe.ts'
import { load, openEmptyPortal, type Portal } from './portal.ts'

const JOURNEY_MS = 120_000
const DAY_MS = 86_400_000

/** Opens the form of a step by its button and puts it away again. */
async function lookInto(page: Page, step: 'company' | 'branch' | 'wearer' | 'device' | 'staff' | 'duty') {
  await page
    .getByTestId('first-steps')
    .getByRole('button', { name: en[`firstRun.${step}`] })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

describe.skipIf(!executablePath)('an empty installation', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openEmptyPortal()
  })
  afterAll(() => portal.close())

  it(
    'leads its first administrator to a watch that is heard and somebody who is told, and then no further',
    { timeout: JOURNEY_MS },
    async () => {
      const { db, product } = portal
      const admin = await createUser(db, { role: 'ADMIN' })
      const screen = await portal.open({ email: admin.email })
      const { page } = screen
      const look = () => load(screen, `${product.httpUrl}/admin/dashboard`)
      const done = () =>
        page
          .locator('[data-step][data-done=true]')
          .evaluateAll((lines) => lines.map((line) => line.getAttribute('data-step')))
      await look()
      expect(await done()).toEqual([])
      expect(await faultsOf(screen)).toEqual([])
      await lookInto(page, 'company')

      const company = await createCompany(db)
      await look()
      expect(await done()).toEqual(['company'])
      await lookInto(page, 'branch')
      const branch = await createBranch(db, company.id)
      const place = { companyId: company.id, branchId: branch.id }
      await look()
      await lookInto(page, 'wearer')
      await lookInto(page, 'device')
      const [wearer] = await db
        .insert(wearers)
        .values({ ...place, firstName: 'Ruth', lastName: 'Cohen' })
        .returning()
      const watch = await createDevice(db, place)
      await look()
      expect(await done()).toEqual(['company', 'branch', 'wearer', 'device'])
      await db
        .insert(assignments)
        .values({ wearerId: wearer?.id ?? 0, deviceId: watch.id, startedAt: new Date(Date.now() - DAY_MS) })
      await look()
      expect(await done()).toEqual(['company', 'branch', 'wearer', 'device', 'worn'])
      await page.getByText(en['firstRun.waiting']).waitFor()

      const { imei: username, password } = watch
      const client = await connectAsync(product.mqttUrl, { username, password, clientId: username })
      await client.publishAsync(`watch/${username}/readings`, JSON.stringify({ heartRate: 72 }), { qos: 1 })
      // It looks by itself while it waits.
      await page.locator('[data-step=reading][data-done=true]').waitFor()
      await lookInto(page, 'staff')
      const nurse = await createUser(db, { role: 'SUPERVISOR', ...place })
      await look()
      await lookInto(page, 'duty')
      await db.insert(duties).values({
        branchId: branch.id,
        userId: nurse.id,
        fromAt: new Date(Date.now() - DAY_MS),
        toAt: new Date(Date.now() + DAY_MS),
      })
      await look()
      expect(await page.getByTestId('first-steps').count()).toBe(0)
      await client.endAsync()
      await screen.close()
    },
  )
})
