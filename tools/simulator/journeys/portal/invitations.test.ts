import { createUser, uniqueImei } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { handsOf } from './hands.ts'
import { rowsOf, type Rows } from './places.ts'
import { go, openPortal, type Screen, type Portal } from './portal.ts'

const EMAIL = 'shira.levi@demo.test'

describe.skipIf(!executablePath)('somebody who is invited', () => {
  let portal: Portal
  let rows: Rows
  let owner: Screen
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
    owner = await portal.open({ email: 'owner@demo.test' })
  })
  afterAll(() => portal.close())

  const at = (path: string, of: Screen) => go(of, portal.product.httpUrl + path)
  const { dialogOf, press } = handsOf(() => owner.page)

  /** The daughter writes down her sister, and is shown the link to hand over. */
  async function invite(): Promise<string> {
    await at(`/user/device/${rows.uuid}?view=people`, owner)
    await press('relatives.add')
    const dialog = dialogOf('relatives.dialog')
    await dialog.getByLabel(en['relatives.name']).first().fill('Shira Levi')
    await dialog.getByLabel(en['users.email']).first().fill(EMAIL)
    await dialog.getByLabel(en['relatives.relation']).first().click()
    await owner.page.getByRole('option', { name: en['relation.daughter'], exact: true }).click()
    await dialog.getByLabel(en['relatives.createUser']).first().check()
    await press('relatives.add', dialog)
    const link = await dialog.getByTestId('invitation-link').textContent()
    await press('action.close', dialog)
    return new URL(link ?? '').hash
  }

  it('makes an account by the link, reads who asks for whom, says yes, and sees the watch from then on', async () => {
    const hash = await invite()
    const main = owner.page.getByRole('main')
    await main.getByText(en['relatives.invited']).first().waitFor()

    const sister = await portal.open(null)
    await at(`/auth/invitation${hash}`, sister)
    expect(await sister.page.getByText('Levi').count()).toBe(0)
    await sister.page.getByRole('link', { name: en['register.link'] }).click()
    await sister.page.getByLabel(en['register.firstName']).fill('Shira')
    await sister.page.getByLabel(en['signIn.email']).fill(EMAIL)
    await sister.page.locator('input[type=password]').fill('a long one of Shira 7')
    await sister.page.locator('button[type=submit]').click()
    await sister.page.waitForURL(/\/user\/invitations/)
    const card = sister.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Daniel Levi' })
      .first()
    await card.getByText(en['invitations.view.VITALS']).waitFor()
    const [before] = await portal.db.select().from(users).where(eq(users.email, EMAIL))
    expect(before?.role).toBe('USER')
    await press('invitations.accept', card)
    await sister.page.waitForURL((url) => !url.pathname.includes('invitations'))
    await at('/user/devices', sister)
    await sister.page.getByRole('main').getByText('Watch 01').first().waitFor()
    const [after] = await portal.db.select().from(users).where(eq(users.email, EMAIL))
    expect(after?.role).toBe('RELATIVE')
    expect(await portal.db.$count(relatives, eq(relatives.userId, after?.id ?? 0))).toBe(1)

    await at('/user/invitations', owner)
    await main.getByText(en['invitations.status.ACCEPTED']).first().waitFor()
    expect([...owner.complaints, ...sister.complaints]).toEqual([])
    await sister.close()
  })

  it('is asked where a new watch is to be theirs, and whoever adds it reads so and has the link', async () => {
    const stranger = await createUser(portal.db, { role: 'OWNER', firstName: 'Dana', lastName: 'Peretz' })
    const admin = await portal.open({ email: 'admin@demo.test' })
    await at(`/user/detail/${stranger.uuid}`, admin)
    const hands = handsOf(() => admin.page)
    await hands.press('person.newDevice')
    const dialog = hands.dialogOf('devices.add')
    await dialog.getByLabel(en['devices.imei']).first().fill(uniqueImei())
    await hands.press('wizard.next', dialog)
    await dialog.getByLabel(en['devices.name']).first().fill('Watch of Ruth')
    await dialog.getByLabel(en['devices.imsi']).first().fill('425010000000007')
    await dialog.getByLabel(en['devices.model']).first().click()
    await admin.page.getByRole('option', { name: 'native' }).first().click()
    await hands.press('wizard.next', dialog)
    await hands.press('devices.add', dialog)
    await dialog.getByText(en['addDevice.ownerAsked']).waitFor()
    expect(await dialog.getByTestId('invitation-link').textContent()).toContain('/auth/invitation#')
    await hands.press('devices.done', dialog)
    await at('/user/invitations', admin)
    const sent = admin.page.getByRole('listitem').filter({ hasText: 'Dana Peretz' }).first()
    await sent.getByText(en['invitations.status.OPEN']).waitFor()
    expect(admin.complaints).toEqual([])
    await admin.close()
  })

  it('is asked where watches that are there are to be theirs, and whoever gives them has the links', async () => {
    const stranger = await createUser(portal.db, { role: 'OWNER', firstName: 'Edna', lastName: 'Golan' })
    const admin = await portal.open({ email: 'admin@demo.test' })
    await at(`/user/detail/${stranger.uuid}`, admin)
    const hands = handsOf(() => admin.page)
    await hands.press('person.addDevices')
    const dialog = hands.dialogOf('addDevicesToUser.title')
    await dialog.getByRole('combobox').fill('Watch of Ruth')
    await admin.page.getByRole('option', { name: 'Watch of Ruth' }).first().click()
    await admin.page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Add 1 device' }).click()
    await dialog.getByText('The person was asked.').waitFor()
    expect(await dialog.getByTestId('invitation-link').textContent()).toContain('/auth/invitation#')
    await hands.press('action.close', dialog)
    await at('/user/invitations', admin)
    const sent = admin.page.getByRole('listitem').filter({ hasText: 'Edna Golan' }).first()
    await sent.getByText(en['invitations.status.OPEN']).waitFor()
    expect(admin.complaints).toEqual([])
    await admin.close()
  })
})
