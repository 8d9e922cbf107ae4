import { createDevice } from '@carewatch/migrations/factories'
import { devices, relatives, deviceStatus } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { moveIdNumbers } from '../auth/id-number.ts'
import { acceptInvitation, joinBy } from '../testing/invitations.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { aForm, anOpenDevice } from './examples.ts'

let harness: Harness
let fixture: CompanyFixture
let device: Awaited<ReturnType<typeof anOpenDevice>>
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  device = await anOpenDevice(fixture, harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
let visitors = 0
/** From somewhere else each time: the limit by address is another test's. */
const visitor = () => ({ from: `10.1.${Math.floor(++visitors / 250)}.${visitors % 250}` })
const check = (id: string) => harness.call('GET', `/devices/onboard/valid/${id}`, visitor())
const submit = (body: object = {}, extra: object = {}) =>
  harness.call('POST', '/devices/onboard/submit', {
    ...visitor(),
    body: { ...aForm(), deviceUUID: device.uuid, ...body },
    ...extra,
  })
const post = (path: string, body: object = {}, role: Role = 'SUPERVISOR') =>
  harness.call('POST', path, { token: fixture.people[role].token, body })
const get = (path: string, role: Role = 'SUPERVISOR') =>
  harness.call('GET', path, { token: fixture.people[role].token })
const requestOf = async (deviceId = device.id) => {
  const isOfDevice = eq(onboardingRequests.deviceId, deviceId)
  const [request] = await harness.db.select().from(onboardingRequests).where(isOfDevice)
  return request
}
const uuidOfRequest = async () => (await requestOf())?.uuid ?? ''

describe('the link of the wizard', () => {
  it('is good for a device that waits for its owner, and tells nothing else of it', async () => {
    expect((await check(device.uuid)).context).toEqual({ deviceUUID: device.uuid, isValid: true })
  })

  it.each([
    ['an IMEI', (): string => device.imei, 400, /wrong URL/],
    ['a text', (): string => 'hello', 400, /wrong URL/],
    ['a device nobody knows', (): string => crypto.randomUUID(), 404, /couldn't find the device/],
    ['an owned device', (): string => fixture.device.uuid, 409, /already an owner/],
  ] as const)('is refused in its own words for %s', async (_, id, status, words) => {
    const answer = await check(id())
    expect(answer).toMatchObject({ status, message: expect.stringMatching(words) as string })
    expect(JSON.stringify(answer)).not.toContain('Test')
  })

  it('is refused for a device that was switched off or deleted', async () => {
    const off = await createDevice(harness.db, { isActive: false })
    const gone = await createDevice(harness.db, { deletedAt: new Date() })
    for (const { uuid } of [off, gone]) expect((await check(uuid)).status).toBe(404)
  })

  it('is asked for ten times a minute from one address', async () => {
    const { from } = visitor()
    const statuses: number[] = []
    for (let time = 0; time < 11; time++)
      statuses.push((await harness.call('GET', `/devices/onboard/valid/${device.uuid}`, { from })).status)
    expect(statuses.slice(9)).toEqual([200, 429])
  })
})

describe('how far a request is', () => {
  const statusOf = (uuid: string) => harness.call('GET', `/devices/onboard/status/${uuid}`, visitor())

  it('is shown to whoever has the link, by its steps and without a name', async () => {
    expect((await statusOf(device.uuid)).status).toBe(404)
    await submit()
    const { status, context } = await statusOf(device.uuid)
    expect(status).toBe(200)
    expect(context).toEqual({
      status: 'SUBMITTED',
      submittedAt: (await requestOf())?.createdAt.toISOString(),
      decidedAt: null,
      isConnected: false,
    })
    const request = await requestOf()
    await harness.call('GET', `/onboarding/approve/${request?.uuid}`, {
      token: fixture.people.MANAGER.token,
    })
    const seenNow = { deviceId: device.id, lastSeenAt: new Date() }
    await harness.db
      .insert(deviceStatus)
      .values(seenNow)
      .onConflictDoUpdate({ target: deviceStatus.deviceId, set: seenNow })
    const decidedAt = (await requestOf())?.decidedAt?.toISOString()
    expect((await statusOf(device.uuid)).context).toMatchObject({
      status: (await requestOf())?.status,
      decidedAt: decidedAt ?? null,
      isConnected: true,
    })
  })

  it('is forgotten by the link after a season, and of a device that is gone', async () => {
    await submit()
    await harness.db
      .update(onboardingRequests)
      .set({ createdAt: new Date(Date.now() - 91 * 86_400_000) })
      .where(eq(onboardingRequests.deviceId, device.id))
    expect((await statusOf(device.uuid)).status).toBe(404)
    expect((await statusOf('no-uuid')).status).toBe(400)
  })
})

describe('submitting the form', () => {
  it('makes one request however often it is sent, and says so', async () => {
    const answers = await Promise.all([submit(), submit(), submit()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const done = answers.find(({ status }) => status === 200)
    expect(done).toMatchObject({
      message: 'Device Onboarding Successful',
      context: { deviceUUID: device.uuid, status: 'SUBMITTED' },
    })
    expect(await harness.db.$count(onboardingRequests, eq(onboardingRequests.deviceId, device.id))).toBe(1)
    expect((await check(device.uuid)).message).toMatch(/has been successfully submitted/)
  })

  it('keeps numbers in one form and the identity number locked away', async () => {
    await submit({ supervisorId: fixture.people.SUPERVISOR.uuid })
    const request = await requestOf()
    expect(request).toMatchObject({
      supervisorId: fixture.people.SUPERVISOR.id,
      shipping: { phone: '+972501234567' },
      contactPerson: { sameAs: 'shipping', firstName: 'Sara', phone: '+972501234567' },
      contacts: [{ phone: '+972521234567', sosPriority: 'MEDIUM' }],
    })
    expect(JSON.stringify(request)).not.toContain('012345678')
    expect(request?.owner).not.toHaveProperty('idNumberLocked')
    const { context } = await get(`/onboarding/detail/${request?.uuid}`)
    expect(context.owner).toMatchObject({ idNumber: '012345678', healthOrganisation: 'Clalit' })
    const traces = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityUuid, request?.uuid ?? ''))
    expect(traces.map(({ action }) => action).toSorted()).toEqual(['submitted', 'viewed'])
    expect(JSON.stringify(traces)).not.toMatch(/Sara|Levi|501234567|521234567/)
  })

  it('is read, and put apart, also where an interface of the version before left it among the rest', async () => {
    await submit({ supervisorId: fixture.people.SUPERVISOR.uuid })
    const request = await requestOf()
    const idNumberLocked = request?.idNumberLocked?.toString('base64') ?? ''
    const isIt = eq(onboardingRequests.id, request?.id ?? 0)
    const owner = { ...request?.owner, idNumberLocked }
    await harness.db.update(onboardingRequests).set({ owner, idNumberLocked: null }).where(isIt)
    await moveIdNumbers(harness.db)
    expect(await requestOf()).toEqual(request)
    const { context } = await get(`/onboarding/detail/${request?.uuid}`)
    expect(context.owner).toMatchObject({ idNumber: '012345678' })
  })

  it('says of every answer that is missing that it is required', async () => {
    const { status, context } = await submit({
      shipping: {},
      owner: {},
      contactPerson: { sameAs: 'other' },
      contacts: [{}],
      declaration: { confirmed: false, date: '2026-01-01' },
    })
    expect(status).toBe(400)
    const names = (section: string, fields: string) =>
      fields.split(' ').map((field) => [`${section}.${field}`, 'is required'])
    expect(context.errors).toEqual({
      ...Object.fromEntries([
        ...names('shipping', 'firstName lastName streetAddress city phone email'),
        ...names('owner', 'firstName lastName streetAddress healthOrganisation idNumber city email phone'),
        ...names('contactPerson', 'firstName lastName phone email'),
      ]),
      'contacts.0.name': 'Name is Required',
      'contacts.0.relation': 'Relation is Required',
      'contacts.0.email': 'Email is Required',
      'declaration.confirmed': 'is required',
    })
  })

  it.each([
    [{ deviceDetails: { averageHeartRate: 400 } }, { 'deviceDetails.averageHeartRate': 'is too large' }],
    [
      { deviceDetails: { averageSystolic: 80, averageDiastolic: 90 } },
      { 'deviceDetails.averageDiastolic': 'must be below the upper limit' },
    ],
    [{ owner: { ...aForm().owner, dob: '2126-01-01' } }, { 'owner.dob': 'must be in the past' }],
    [{ shipping: { ...aForm().shipping, phone: '12' } }, { 'shipping.phone': 'is not a valid phone number' }],
    [
      { contacts: Array.from({ length: 11 }, () => aForm().contacts[0]) },
      { contacts: 'has too many entries' },
    ],
  ])('refuses %o', async (body, errors) => {
    expect((await submit(body)).context.errors).toEqual(errors)
  })

  it('refuses a supervisor who is none of the company’s, as a wrong address', async () => {
    const other = await createCompanyFixture(harness)
    for (const supervisorId of [other.people.SUPERVISOR.uuid, fixture.people.OWNER.uuid, 'x'])
      expect(await submit({ supervisorId })).toMatchObject({
        status: 400,
        message: expect.stringMatching(/wrong URL/) as string,
      })
  })
})

describe('deciding', () => {
  it('is for those who see the device', async () => {
    await submit()
    const uuid = await uuidOfRequest()
    const other = await createCompanyFixture(harness)
    const { token } = other.people.MANAGER
    expect((await harness.call('GET', `/onboarding/detail/${uuid}`, { token })).status).toBe(404)
    expect((await harness.call('POST', `/onboarding/approve/${uuid}`, { token, body: {} })).status).toBe(404)
    expect((await post(`/onboarding/approve/${uuid}`, {}, 'MONITOR')).status).toBe(403)
    expect((await get('/onboarding/all?search=sara levi')).context).toMatchObject({
      total: 1,
      requests: [{ uuid, ownerName: 'Sara Levi', device: { imei: device.imei } }],
    })
    expect((await get(`/onboarding/all?status=APPROVED`)).context.total).toBe(0)
  })

  it('makes the owner, gives the device, fills the phonebook and sets the limits', async () => {
    const email = `sara-${crypto.randomUUID()}@carewatch.test`
    const dan = `dan-${crypto.randomUUID()}@carewatch.test`
    const contacts = [
      {
        name: 'Dan Levi',
        relation: 'son',
        email: dan,
        phone: '052-1234567',
        createUserInPortal: true,
        sosPriority: 'HIGH',
      },
      { name: 'Rut', relation: 'daughter', email: 'rut@carewatch.test' },
    ]
    await submit(
      { ...aForm(email), contacts, supervisorId: fixture.people.SUPERVISOR.uuid },
      { language: 'iw' },
    )
    // Somebody an earlier owner had in the phonebook.
    await harness.db
      .insert(relatives)
      .values({ deviceId: device.id, userId: fixture.people.USER.id, name: 'Old' })

    const { status, context } = await post(`/onboarding/approve/${await uuidOfRequest()}`)
    expect(status).toBe(200)
    expect(context).toMatchObject({ request: { status: 'APPROVED', decidedBy: 'Nora Nurse' } })
    expect(context.invitations.map((one: { email: string }) => one.email)).toEqual([email, dan])
    const [waiting] = await harness.db.select().from(devices).where(eq(devices.id, device.id))
    expect(waiting).toMatchObject({ ownerId: null, isSold: true })
    const [toOwner, toDan] = context.invitations
    expect((await joinBy(harness, email, toOwner)).answer.status).toBe(200)

    const [owner] = await harness.db.select().from(users).where(eq(users.email, email))
    expect(owner).toMatchObject({
      role: 'OWNER',
      companyId: fixture.company.id,
      supervisorId: fixture.people.SUPERVISOR.id,
      mustChangePassword: false,
    })
    const [row] = await harness.db.select().from(devices).where(eq(devices.id, device.id))
    expect(row).toMatchObject({ ownerId: owner?.id, isSold: true, operationMode: 'CUSTOM' })
    const kin = await harness.db
      .select()
      .from(relatives)
      .where(eq(relatives.deviceId, device.id))
      .orderBy(asc(relatives.id))
    expect(kin.map(({ name, phonebookId }) => [name, phonebookId])).toEqual([
      ['Dan Levi', 1],
      ['Rut', 2],
    ])
    const { settings } = (await get(`/devices/settings/${device.uuid}`)).context
    expect(settings).toMatchObject({
      heartRateLow: 54,
      heartRateHigh: 110,
      systolicHigh: 155,
      heartRateIntervalMinutes: 10,
      locationIntervalMinutes: 30,
      sosContacts: [{ name: 'Dan Levi', number: '+972521234567' }],
    })
    const { uuid } = await joinBy(harness, dan, toDan)
    const [relative] = await harness.db.select().from(users).where(eq(users.uuid, uuid))
    expect(relative?.role).toBe('RELATIVE')
  })

  it('asks the account the owner has, and touches it when it says yes', async () => {
    const plain = await harness.person('USER')
    await submit({ ...aForm(plain.email) })
    const { context } = await post(`/onboarding/approve/${await uuidOfRequest()}`)
    expect(context).toMatchObject({ owner: { uuid: null, name: 'Sara Levi' } })
    const [before] = await harness.db.select().from(users).where(eq(users.id, plain.id))
    expect(before).toMatchObject({ role: 'USER', companyId: null, supervisorId: null })
    expect((await acceptInvitation(harness, plain.token, context.invitations[0])).status).toBe(200)
    const [row] = await harness.db.select().from(users).where(eq(users.id, plain.id))
    expect(row).toMatchObject({
      role: 'OWNER',
      companyId: fixture.company.id,
      supervisorId: fixture.people.SUPERVISOR.id,
    })
  })

  it('holds the first time, also of two at once, and leaves nothing half done', async () => {
    await submit()
    const path = `/onboarding/approve/${await uuidOfRequest()}`
    const both = await Promise.all([post(path), post(path, {}, 'MANAGER')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await post(path)).toMatchObject({ status: 409, context: { reason: 'alreadyDecided' } })
    const reject = `/onboarding/reject/${await uuidOfRequest()}`
    expect((await post(reject, { reason: 'late' })).status).toBe(409)
  })

  it('makes no owner of a nurse whose address stands in the form, and asks nobody else meanwhile', async () => {
    const { SUPERVISOR } = fixture.people
    await submit({ ...aForm(SUPERVISOR.email) })
    const { context } = await post(`/onboarding/approve/${await uuidOfRequest()}`)
    expect(await acceptInvitation(harness, SUPERVISOR.token, context.invitations[0])).toMatchObject({
      status: 409,
      context: { reason: 'invitationRole' },
    })
    const [nurse] = await harness.db.select().from(users).where(eq(users.id, SUPERVISOR.id))
    expect(nurse?.role).toBe('SUPERVISOR')
    expect((await submit()).context).toEqual({ reason: 'alreadyOnboarding' })
  })

  it('keeps a contact whose address is a nurse’s as an entry of the phonebook alone', async () => {
    const [dan] = aForm().contacts
    const contacts = [{ ...dan, email: fixture.people.SUPERVISOR.email, createUserInPortal: true }]
    await submit({ contacts })
    expect((await post(`/onboarding/approve/${await uuidOfRequest()}`)).status).toBe(200)
    const [row] = await harness.db.select().from(relatives).where(eq(relatives.deviceId, device.id))
    expect(row).toMatchObject({ userId: null })
  })

  it('has nothing to decide on where everything was erased', async () => {
    await submit()
    const gone = { shipping: {}, owner: {}, contactPerson: {}, contacts: [] }
    const isOfDevice = eq(onboardingRequests.deviceId, device.id)
    await harness.db.update(onboardingRequests).set(gone).where(isOfDevice)
    const uuid = await uuidOfRequest()
    expect((await get(`/onboarding/detail/${uuid}`)).context).toMatchObject({ owner: {}, contacts: [] })
    expect((await post(`/onboarding/approve/${uuid}`)).status).toBe(409)
  })

  it('says no with a reason, and the device waits for another', async () => {
    await submit()
    const path = `/onboarding/reject/${await uuidOfRequest()}`
    expect((await post(path, {})).context.errors).toEqual({ reason: 'is required' })
    const { context } = await post(path, { reason: 'Wrong device' })
    expect(context.request).toMatchObject({ status: 'REJECTED', reason: 'Wrong device' })
    expect((await check(device.uuid)).status).toBe(200)
  })
})
