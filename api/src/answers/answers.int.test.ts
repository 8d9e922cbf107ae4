import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { acceptInvitation, type Made, proveAddress } from '../testing/invitations.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
type Person = { token: string; email: string; uuid: string; id: number }
const post = (path: string, body: object, { token }: { token: string }) =>
  harness.call('POST', path, { token, body })
const as = (role: Role) => fixture.people[role]
const detail = ({ token }: { token: string }, uuid = fixture.device.uuid) =>
  harness.call('GET', `/devices/detail/${uuid}`, { token })

const dan = (email: string) => ({
  deviceUUID: fixture.device.uuid,
  name: 'Dan Levi',
  relation: 'son',
  email,
  createUserInPortal: true,
})
/** The owner asks whoever has this address to follow the watch. */
const askRelative = async (email: string): Promise<Made & { relativeUuid: string }> => {
  const { context } = await post('/relation/new', dan(email), as('OWNER'))
  return { ...context.invitation, relativeUuid: context.relative.uuid }
}
const askOwner = async (owner: string): Promise<Made> => {
  const body = { deviceUUID: fixture.device.uuid, owner }
  return (await post('/devices/changeOwner', body, as('MANAGER'))).context.invitation
}
const accept = ({ token }: { token: string }, made: Made) => acceptInvitation(harness, token, made)
const answer = (word: 'accept' | 'refuse' | 'withdraw', who: { token: string }, { uuid }: Made) =>
  post(`/invitations/${word}`, { uuid }, who)
const userRow = async ({ id }: Person) => (await harness.db.select().from(users).where(eq(users.id, id)))[0]
const ownerId = async () =>
  (await harness.db.select().from(devices).where(eq(devices.id, fixture.device.id)))[0]?.ownerId
const relationOf = async ({ id: userId }: Person) => {
  const isIt = and(eq(wearerRelations.userId, userId), eq(wearerRelations.wearerId, fixture.wearer.id))
  return (await harness.db.select().from(wearerRelations).where(isIt))[0]
}

describe('an account that nobody asked', () => {
  it.each([
    ['a manager of another company', () => other.people.MANAGER],
    ['an administrator', () => other.people.ADMIN],
    ['an owner of another company', () => other.people.OWNER],
    ['somebody’s relative', () => other.people.RELATIVE],
  ])('is neither linked nor moved nor shown, of whichever kind: %s', async (_, who) => {
    const before = await userRow(who())
    for (const email of [who().email, who().email.toUpperCase(), `  ${who().email} `]) {
      const answers = [
        await post('/relation/new', dan(email), as('OWNER')),
        await post('/relation/new', dan(email), as('MANAGER')),
        await post(
          '/devices/addRelative',
          { deviceUUID: fixture.device.uuid, relative: email },
          as('MANAGER'),
        ),
        await post('/devices/changeOwner', { deviceUUID: fixture.device.uuid, owner: email }, as('MANAGER')),
      ]
      for (const one of answers) {
        expect(one.status).toBe(200)
        expect(JSON.stringify(one)).not.toContain(who().uuid)
      }
    }
    expect(await userRow(who())).toEqual(before)
    expect(await ownerId()).toBe(as('OWNER').id)
    const linked = and(eq(relatives.deviceId, fixture.device.id), eq(relatives.userId, who().id))
    expect(await harness.db.$count(relatives, linked)).toBe(0)
    for (const role of ['OWNER', 'MANAGER', 'SUPERVISOR'] as const) {
      const { token } = as(role)
      const asked = await harness.call('GET', `/admin/user/detail/${who().uuid}`, { token })
      expect(asked.status).toBe(404)
    }
  })

  /** What differs from call to call by itself. */
  const plain = (answer: object, email: string): string =>
    JSON.stringify(answer)
      .replaceAll(email, 'ADDRESS')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
      .replaceAll(/#[\w-]{43}/g, '#TOKEN')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/"phonebookId":\d+/g, 'PLACE')

  it('is answered like one that never was', async () => {
    const known = other.people.OWNER.email
    const unknown = `nobody-${crypto.randomUUID()}@carewatch.test`
    const ways = [
      (email: string) => post('/relation/new', dan(email), as('OWNER')),
      (email: string) => post('/relation/new', dan(email), as('SUPERVISOR')),
      (relative: string) =>
        post('/devices/addRelative', { deviceUUID: fixture.device.uuid, relative }, as('MANAGER')),
      (owner: string) =>
        post('/devices/changeOwner', { deviceUUID: fixture.device.uuid, owner }, as('MANAGER')),
    ]
    for (const way of ways) {
      const answers = [await way(known), await way(unknown)]
      const [one, two] = [known, unknown].map((email, index) => plain(answers[index] ?? {}, email))
      expect(one).toBe(two)
      expect(one).toContain('UUID')
    }
    const { token } = as('MANAGER')
    const { context } = await harness.call('GET', '/invitations/sent', { token })
    // Of two who are asked to be the owner, the second takes the first's place.
    const lines = context.invitations.filter(({ kind }: { kind: string }) => kind === 'RELATIVE')
    expect(lines).toHaveLength(6)
    const of = (email: string) =>
      lines
        .filter(({ to }: { to: string }) => to === email)
        .map((line: object) => plain(line, email))
        .toSorted()
    expect(of(known)).toEqual(of(unknown))
  })
})

describe('a yes', () => {
  it('makes a relative, from then on', async () => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    expect((await detail(rina)).status).toBe(403)
    const { context } = await accept(rina, made)
    expect(context.invitation).toMatchObject({
      kind: 'RELATIVE',
      status: 'ACCEPTED',
      about: 'Wilma',
      relation: 'son',
      views: ['VITALS', 'LOCATION', 'ALARMS'],
    })
    expect((await detail(rina)).status).toBe(200)
    const relation = await relationOf(rina)
    expect(relation?.since).toBeInstanceOf(Date)
    expect(relation).toMatchObject({ kind: 'RELATIVE', until: null })
  })

  it('tells the owner neither where the relative lives nor when they were born', async () => {
    const rina = await harness.person('USER', { dob: '1970-02-03', address: 'Herzl 17, Haifa' })
    await accept(rina, await askRelative(rina.email))
    for (const role of ['OWNER', 'MANAGER'] as const) {
      const path = `/admin/user/detail/${rina.uuid}`
      const seen = await harness.call('GET', path, { token: as(role).token })
      expect(seen.context.user).toMatchObject({ uuid: rina.uuid, dob: null, address: null })
    }
  })

  it('shows what was before, where the owner grants it', async () => {
    const rina = await harness.person('USER')
    const body = { ...dan(rina.email), maySeePast: true }
    const { context } = await post('/relation/new', body, as('OWNER'))
    await accept(rina, context.invitation)
    expect(await relationOf(rina)).toMatchObject({ since: null, until: null })
  })

  it('makes an owner, of one whom another company has by an account of their own here, and leaves them there', async () => {
    const { OWNER } = other.people
    const made = await askOwner(OWNER.email)
    const answer = await accept(OWNER, made)
    expect(answer.status).toBe(200)
    const isIt = eq(users.uuid, answer.context.accountUuid)
    const [account] = await harness.db.select().from(users).where(isIt)
    expect(await ownerId()).toBe(account?.id)
    expect(account).toMatchObject({ companyId: fixture.company.id, role: 'OWNER' })
    expect((await userRow(OWNER))?.companyId).toBe(other.company.id)
    expect((await detail(as('OWNER'))).status).toBe(404)
  })

  it('is one yes, however often and at once it is said', async () => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    const { link } = made
    await post('/invitations/claim', { token: link?.split('#')[1] }, rina)
    const both = await Promise.all([
      answer('accept', rina, made),
      answer('accept', rina, made),
      answer('refuse', rina, made),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = both.filter(({ status }) => status !== 200).map(({ context }) => context)
    expect(late).toEqual([{ reason: 'invitationAnswered' }, { reason: 'invitationAnswered' }])
    expect((await answer('accept', rina, made)).context).toEqual({ reason: 'invitationAnswered' })
  })

  it('is nobody else’s to say, with the link or without', async () => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    const { RELATIVE, ADMIN } = other.people
    for (const stranger of [RELATIVE, ADMIN, as('MANAGER'), as('OWNER')]) {
      expect(await accept(stranger, made)).toMatchObject({
        status: 403,
        message: 'This invitation went to another address. Please sign in with the account of that address',
      })
      expect((await answer('accept', stranger, made)).status).toBe(404)
      expect((await answer('refuse', stranger, made)).status).toBe(404)
    }
    expect((await accept(rina, made)).status).toBe(200)
  })

  it('needs the link, or a mailbox that is known to be theirs: an address alone is anybody’s to register', async () => {
    const squatter = await harness.person('USER')
    const made = await askRelative(squatter.email)
    const mine = () => harness.call('GET', '/invitations/mine', { token: squatter.token })
    expect((await mine()).context).toMatchObject({ invitations: [], total: 0, isAddressProven: false })
    expect((await answer('accept', squatter, made)).status).toBe(404)
    await proveAddress(harness, squatter.email)
    expect((await mine()).context).toMatchObject({ total: 1, isAddressProven: true })
    expect((await answer('accept', squatter, made)).status).toBe(200)
  })

  it('comes too late after fourteen days', async () => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    await proveAddress(harness, rina.email)
    const old = sql`now() - interval '1 second'`
    await harness.db.update(invitations).set({ lapsesAt: old }).where(eq(invitations.uuid, made.uuid))
    for (const word of ['accept', 'refuse'] as const)
      expect((await answer(word, rina, made)).context).toEqual({ reason: 'invitationLapsed' })
    expect((await accept(rina, made)).context).toEqual({ reason: 'invitationLapsed' })
    const { context } = await harness.call('GET', '/invitations/sent', { token: as('OWNER').token })
    expect(context.invitations).toMatchObject([{ status: 'LAPSED' }])
    const kin = await harness.call('GET', `/relation/all/${fixture.device.uuid}?search=levi`, {
      token: as('OWNER').token,
    })
    expect(kin.context.relatives).toMatchObject([{ status: 'CONTACT' }])
  })

  it('comes too late once it was withdrawn, by whoever asked or their house, and by nobody else', async () => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    expect((await answer('withdraw', other.people.MANAGER, made)).status).toBe(404)
    expect((await answer('withdraw', rina, made)).status).toBe(403)
    expect((await answer('withdraw', as('SUPERVISOR'), made)).status).toBe(200)
    expect((await answer('withdraw', as('OWNER'), made)).context).toEqual({ reason: 'invitationWithdrawn' })
    expect((await accept(rina, made)).context).toEqual({ reason: 'invitationWithdrawn' })
  })

  it('is no longer possible when the relative was taken out of the phonebook', async () => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    await post('/relation/delete', { uuid: made.relativeUuid }, as('OWNER'))
    expect((await accept(rina, made)).context).toEqual({ reason: 'invitationWithdrawn' })
  })
})

/** What happens between the question and the yes, and what the yes is then answered. */
const meanwhile: [string, () => Promise<unknown>, string][] = [
  [
    'the watch was given to another owner',
    async () => {
      const next = await harness.person('OWNER', { companyId: fixture.company.id })
      await post('/devices/changeOwner', { deviceUUID: fixture.device.uuid, owner: next.uuid }, as('MANAGER'))
    },
    'invitationWithdrawn',
  ],
  [
    'the watch was reset and sold',
    () => post(`/devices/resetAll/${fixture.device.uuid}`, {}, as('MANAGER')),
    'invitationWithdrawn',
  ],
  [
    'the watch went to another company',
    async () => {
      await post('/devices/deleteOwner', { deviceUUID: fixture.device.uuid }, as('ADMIN'))
      const body = { companyId: other.company.uuid }
      await post(`/devices/update/${fixture.device.uuid}`, body, as('ADMIN'))
    },
    'invitationWithdrawn',
  ],
  [
    'whoever asked was erased',
    async () => {
      await post('/devices/deleteOwner', { deviceUUID: fixture.device.uuid }, as('ADMIN'))
      await post(`/admin/user/erase/${as('OWNER').uuid}`, {}, as('ADMIN'))
    },
    'invitationWithdrawn',
  ],
  [
    'whoever asked may do it no longer',
    () =>
      harness.db
        .update(users)
        .set({ role: 'USER' })
        .where(eq(users.id, as('OWNER').id)),
    'invitationNoRight',
  ],
  [
    'the person left',
    () => harness.db.update(wearers).set({ status: 'LEFT' }).where(eq(wearers.id, fixture.wearer.id)),
    'invitationPersonGone',
  ],
]

describe('meanwhile', () => {
  it.each(meanwhile)('%s: nothing is done', async (_, happens, reason) => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    await happens()
    expect(await accept(rina, made)).toMatchObject({ status: 409, context: { reason } })
    expect(await userRow(rina)).toMatchObject({ role: 'USER', companyId: null })
    expect(await relationOf(rina)).toBeUndefined()
    expect(await harness.db.$count(relatives, eq(relatives.userId, rina.id))).toBe(0)
  })

  it('somebody else wears the watch: whoever was asked for the one is not responsible for the other', async () => {
    const rina = await harness.person('OWNER')
    const made = await askOwner(rina.email)
    const [next] = await harness.db
      .insert(wearers)
      .values({ firstName: 'Walter', companyId: fixture.company.id })
      .returning()
    await harness.db
      .update(assignments)
      .set({ wearerId: next?.id ?? 0 })
      .where(eq(assignments.deviceId, fixture.device.id))
    expect((await accept(rina, made)).context).toEqual({ reason: 'invitationMoved' })
    expect(await ownerId()).toBe(as('OWNER').id)
  })

  it('somebody else became the owner: the first who was asked is it no longer', async () => {
    const [first, second] = [await harness.person('OWNER'), await harness.person('OWNER')]
    const made = await askOwner(first.email)
    const again = await askOwner(second.email)
    expect((await accept(first, made)).context).toEqual({ reason: 'invitationWithdrawn' })
    expect((await accept(second, again)).status).toBe(200)
    expect(await ownerId()).toBe(second.id)
  })
})

describe('what was asked', () => {
  it('is read by whom it was asked and by the house that asked, each their side of it', async () => {
    const rina = await harness.person('USER')
    await askRelative(rina.email)
    const sent = async ({ token }: { token: string }) =>
      (await harness.call('GET', '/invitations/sent', { token })).context.invitations
    for (const role of ['OWNER', 'SUPERVISOR', 'MANAGER'] as const)
      expect(await sent(as(role))).toMatchObject([{ to: rina.email, device: { uuid: fixture.device.uuid } }])
    for (const role of ['OWNER', 'SUPERVISOR', 'MANAGER'] as const)
      expect(await sent(other.people[role])).toEqual([])
  })

  it('is refused once, and the house reads so', async () => {
    const rina = await harness.person('USER')
    const made = await askRelative(rina.email)
    await proveAddress(harness, rina.email)
    expect((await answer('refuse', rina, made)).context.invitation.status).toBe('REFUSED')
    expect((await answer('accept', rina, made)).context).toEqual({ reason: 'invitationAnswered' })
    const { token } = as('OWNER')
    const { context } = await harness.call('GET', '/invitations/sent', { token })
    expect(context.invitations).toMatchObject([{ status: 'REFUSED' }])
  })
})
