import { uniqueImei } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { signIn } from '../person.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, type Portal } from './portal.ts'

describe.skipIf(!executablePath)('a wizard', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  const aDevice = async (): Promise<string> => {
    const admin = await signIn(portal.product, 'admin@demo.test')
    const branches = await admin.get('/branch/all')
    // Safe: the demo has branches, and this is how they are answered.
    const [branch] = branches.context.branches as { uuid: string; company: { uuid: string } }[]
    const { context } = await admin.post('/devices/new', {
      imei: uniqueImei(),
      imsi: '425010000000001',
      name: 'Grandfather',
      deviceModel: 'native',
      companyId: branch?.company.uuid,
      branchId: branch?.uuid,
    })
    // Safe: the answer of the call above.
    return (context as { device: { uuid: string } }).device.uuid
  }
  const next = ({ page }: Screen) => page.getByRole('button', { name: 'Next' }).click()

  it('lets a new owner set up a device without an account, and nobody a second time', async () => {
    const deviceId = await aDevice()
    const screen = await portal.open(null)
    const { page } = screen
    const address = `${portal.product.httpUrl}/ndr/onboard/device?deviceId=${deviceId}`
    await go(screen, address)
    await next(screen)
    await expect.poll(() => page.getByText('is required').count()).toBeGreaterThan(4)
    const person = async () => {
      await page.getByLabel('First name').fill('أمينة')
      await page.getByLabel('Last name').fill('בן־דוד')
      await page.getByLabel('Email').fill(`amina${Date.now()}@demo.test`)
      await page.getByLabel('Phone').fill('050-123-4567')
    }
    await person()
    await page.getByLabel('Street address').fill('12 HaNassi Blvd')
    await page.getByLabel('City').fill('Haifa')
    await next(screen)
    await page.getByLabel('ID number').waitFor()
    await person()
    await page.getByLabel('Street address').fill('12 HaNassi Blvd')
    await page.getByLabel('City').fill('Haifa')
    await page.getByLabel('ID number').fill('123456782')
    await page.getByLabel('Health maintenance organisation').fill('Clalit')
    await next(screen)
    await page.getByText(en['onboard.contactWhy']).waitFor()
    await page.getByText(en['onboard.sameAs.owner']).click()
    await page.reload()
    await page.getByText(en['onboard.contactWhy']).waitFor()
    await next(screen)
    await page.getByText(en['onboard.averages']).first().waitFor()
    await next(screen)
    await page.getByText(en['onboard.consent']).waitFor()
    await page.getByLabel(en['onboard.confirmed']).check()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Device Onboarding Successful').first().waitFor()
    await page.getByText(/request for current device has been successfully submitted/).waitFor()
    await page.getByRole('heading', { name: en['onboard.asked'] }).waitFor()
    await page.getByText(en['onboard.decision.SUBMITTED']).waitFor()
    await page.getByText(en['onboard.notConnected']).waitFor()
    expect(await page.getByText(en['onboard.refused']).count()).toBe(0)
    await screen.close()
  })

  it('tells whoever has a wrong link so, and whose device has an owner already', async () => {
    const screen = await portal.open(null)
    const owner = await signIn(portal.product, 'owner@demo.test')
    const { context } = await owner.get('/devices/owned')
    // Safe: the demo's owner has a device.
    const [owned] = context.devices as { uuid: string }[]
    await go(screen, `${portal.product.httpUrl}/ndr/onboard/device?deviceId=${owned?.uuid}`)
    await screen.page.getByText(/There is already an owner assigned to this device/).waitFor()
    await go(
      screen,
      `${portal.product.httpUrl}/ndr/onboard/device?deviceId=01a1fe73-8dd8-73c0-bed9-15cd93838965`,
    )
    await screen.page.getByText(/We couldn't find the device you were looking for/).waitFor()
    await go(screen, `${portal.product.httpUrl}/ndr/onboard/device`)
    await screen.page.getByText(/Probably you entered a wrong URL/).waitFor()
    await screen.close()
  })

  it('finds who has an account already, and makes one for who has none', async () => {
    const screen = await portal.open({ email: 'manager@demo.test' })
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/admin/users`)
    await page.getByRole('button', { name: 'Add user' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add user' })
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('is required').waitFor()
    await dialog.getByLabel('E-mail').fill('owner@demo.test')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('link', { name: en['addUser.openFound'] }).waitFor()
    await dialog.getByRole('button', { name: 'Previous' }).click()
    await dialog.getByLabel('E-mail').fill(`nurse${Date.now()}@demo.test`)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByLabel('First name').fill('Руth')
    await dialog.getByLabel('Phone').fill('12')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByLabel('Role').click()
    await page.getByRole('option', { name: 'Owner' }).click()
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await dialog.getByText('is not a valid phone number').waitFor()
    await dialog.getByLabel('Phone').fill('050-765-4321')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await dialog.getByText(en['addUser.passwordOnce']).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await screen.close()
  })
})
