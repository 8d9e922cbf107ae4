import { uniqueImei } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import { eq } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { signIn } from '../person.ts'
import { faultsOf } from './axe.ts'
import type { Opening } from './opening.ts'
import { HOOK_URL, openingsOfPeople } from './openings-people.ts'
import { openingsOfWatches } from './openings-watches.ts'
import { rowsOf } from './places.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, type Portal } from './portal.ts'

const admin = { email: 'admin@demo.test' }

const someone = {
  firstName: 'Sara',
  lastName: 'Weiss',
  phone: '+972501234567',
  email: 'sara.weiss@demo.test',
}
const aRequest = {
  shipping: { ...someone, streetAddress: '12 HaNassi Blvd', city: 'Haifa' },
  owner: {
    ...someone,
    streetAddress: '12 HaNassi Blvd',
    city: 'Haifa',
    healthOrganisation: 'Clalit',
    idNumber: '123456782',
  },
  contactPerson: { sameAs: 'owner' },
  declaration: { confirmed: true, date: new Date().toISOString().slice(0, 10) },
}

/** Somebody whose duty can be handed over. */
async function putOnDuty(me: Awaited<ReturnType<typeof signIn>>, branchUUID: string): Promise<void> {
  const { context } = await me.get('/admin/user/listing?search=supervisor@demo.test')
  // Safe: the demo has her.
  const [nurse] = context.users as [{ uuid: string }]
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  await me.post('/duty', { branchUUID, userUUID: nurse.uuid, from: hours(-1), to: hours(7) })
}

/** What a watch sent and nobody can read. */
async function keepUnread({ db }: Portal, uuid: string): Promise<void> {
  const [sender] = await db.select({ id: devices.id }).from(devices).where(eq(devices.uuid, uuid))
  await db.insert(rejectedMessages).values({
    deviceId: sender?.id,
    topic: 'tcp/watch-iw',
    format: 'watch-iw',
    opcode: 'APZQ',
    reason: 'unknownMessage',
    detail: 'APZQ',
    payload: Buffer.from('IWAPZQ,1,2#'),
  })
}

function titleOf({ title, about }: Opening): RegExp {
  if (about === undefined) return new RegExp(`^${en[title]}$`)
  return new RegExp(`^${en[title]} · ${typeof about === 'string' ? about : '.'}`)
}

/** The dialog is gone by now; the focus follows it within a moment. */
const getsFocus = (opener: Locator): Promise<boolean> =>
  opener
    .and(opener.page().locator(':focus'))
    .waitFor({ timeout: 3_000 })
    .then(
      () => true,
      () => false,
    )

describe.skipIf(!executablePath)('a dialog', () => {
  let portal: Portal
  let screen: Screen
  let uuids: Record<string, string>

  beforeAll(async () => {
    portal = await openPortal()
    const me = await signIn(portal.product, admin.email)
    const { uuid: device, branch, company, wearer } = await rowsOf(portal)
    const place = { companyId: company.uuid, branchId: branch.uuid }
    const watch = { imei: uniqueImei(), imsi: '425010000000001', name: 'New', deviceModel: 'native' }
    // Safe: the answers of the two calls.
    const made = (await me.post('/devices/new', { ...watch, ...place })).context.device as { uuid: string }
    const plain = { ...watch, imei: uniqueImei(), name: 'Plain', deviceModel: 'Vivistar VL16P' }
    // Safe: as above.
    const unpaired = (await me.post('/devices/new', { ...plain, ...place })).context.device as {
      uuid: string
    }
    await me.post('/devices/onboard/submit', { ...aRequest, deviceUUID: made.uuid })
    await putOnDuty(me, branch.uuid)
    const aKey = { name: 'Ward system', scopes: ['people:read'], companyUUID: company.uuid }
    // Safe: the answer of the call.
    const { apiKey } = (await me.post('/apiKeys/new', { ...aKey, password: 'carewatch' })).context as {
      apiKey: { uuid: string }
    }
    const aHook = { url: HOOK_URL, topics: ['alarms'], apiKeyUUID: apiKey.uuid }
    await me.post('/webhooks/new', { ...aHook, password: 'carewatch' })
    await keepUnread(portal, device)
    const [person] = (await me.get('/admin/user/listing?search=owner@demo.test')).context.users as [
      { uuid: string },
    ]
    uuids = {
      device,
      plain: unpaired.uuid,
      wearer: wearer.uuid,
      branch: branch.uuid,
      company: company.uuid,
      person: person.uuid,
    }
    screen = await portal.open(admin)
  })
  afterAll(() => portal.close())

  /** Opens it and closes it; what is wrong on the way. */
  async function faultsOfOne({ page, complaints }: Screen, opening: Opening): Promise<string[]> {
    const { opener, item } = opening.press(page)
    await opener.click()
    if (item) await page.getByRole('menuitem', { name: en[item], exact: true }).click()
    const dialog = page.getByRole('dialog', { name: titleOf(opening) })
    await dialog.waitFor()
    await dialog.getByRole('status', { name: en.loading }).waitFor({ state: 'detached' })
    const faults = await faultsOf({ page }, '[role=dialog]')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    if (!(await getsFocus(opener))) faults.push('the focus is not where it was')
    return [...faults, ...complaints.splice(0)]
  }

  it.each([...openingsOfPeople, ...openingsOfWatches])(
    'of %s opens, says what it is about, has no fault, and gives the focus back',
    async (path, there) => {
      const url = portal.product.httpUrl + path.replace(/\$(\w+)/, (_, name: string) => uuids[name] ?? '')
      await go(screen, url)
      const seen: Record<string, string[]> = {}
      for (const opening of there) {
        const faults = await faultsOfOne(screen, opening).catch((error: Error) => [
          error.message.slice(0, 700),
        ])
        if (faults.length === 0) continue
        seen[`${opening.dialog} ${String(opening.about ?? '')}`] = faults
        await go(screen, url)
      }
      expect(seen).toEqual({})
    },
  )
})
