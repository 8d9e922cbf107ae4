import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { passkeyChallenges, passkeys } from '@carewatch/migrations/schema/passkeys'
import { users } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Authenticator, createAuthenticator, type Flaws } from '../../testing/authenticator.ts'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
import { startHarness, type Harness } from '../../testing/harness.ts'
import { forgetOldChallenges } from './challenges.ts'

let harness: Harness
let other: Harness
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  ;[harness, other] = await Promise.all([
    startHarness({ SMTP_URL: mailbox.url }),
    startHarness({ PUBLIC_URL: 'http://192.0.2.7', ADMIN_TWO_STEP: 'asked' }),
  ])
})
afterAll(async () => {
  await Promise.all([harness.close(), other.close()])
  await mailbox.close()
})

type Person = { token: string; email: string; id: number }
const post = (path: string, token: string | undefined, body: object = {}) =>
  harness.call('POST', path, { ...(token && { token }), body })
const begin = (person: Person, password = TEST_PASSWORD) =>
  post('/auth/passkeys/begin', person.token, { password })
async function add(person: Person, machine: Authenticator, flaws: Flaws = {}, name = 'Telephone') {
  const { context } = await begin(person)
  return post('/auth/passkeys/new', person.token, { name, passkey: machine.make(context, flaws) })
}
async function withPasskey(role: 'SUPERVISOR' | 'OWNER') {
  const person = await harness.person(role)
  const machine = createAuthenticator()
  expect((await add(person, machine)).status).toBe(200)
  return { person, machine }
}
const ask = async () => (await post('/auth/passkeys/ask', undefined)).context
const enter = (passkey: object) => post('/auth/passkeys/login', undefined, { passkey })
const login = ({ email }: Person, more: object = {}) =>
  post('/auth/login', undefined, { email, password: TEST_PASSWORD, ...more })
const listOf = async (person: Person) =>
  (await harness.call('GET', '/auth/passkeys', { token: person.token })).context.passkeys

describe('a passkey', () => {
  it('is made after the password was given, and signs its person in without one', async () => {
    const { person, machine } = await withPasskey('OWNER')
    expect(await listOf(person)).toEqual([expect.objectContaining({ name: 'Telephone', lastUsedAt: null })])
    const { status, context } = await enter(machine.sign(await ask()))
    expect(status).toBe(200)
    expect(context.user.email).toBe(person.email)
    const token = String(context.token)
    expect((await harness.call('GET', '/auth/validateToken', { token })).status).toBe(200)
    expect((await listOf(person))[0].lastUsedAt).not.toBeNull()
    expect(JSON.stringify(await listOf(person))).not.toContain(machine.id)
  })

  it('is written of to its person when it is added and when it is removed', async () => {
    const { person } = await withPasskey('OWNER')
    const added = await mailbox.letterTo(person.email)
    expect(added.subject).toBe('A passkey was added')
    expect(added.text).toContain('“Telephone”')
    const [{ uuid }] = await listOf(person)
    await post(`/auth/passkeys/remove/${uuid}`, person.token, { password: TEST_PASSWORD })
    expect((await mailbox.letterTo(person.email, 2)).subject).toBe('A passkey was removed')
  })

  it('is begun by nobody who does not know the password', async () => {
    const person = await harness.person('OWNER')
    expect((await begin(person, 'not theirs')).status).toBe(400)
    const machine = createAuthenticator()
    const passkey = machine.make({ challenge: 'bm90IG91cnM', rpId: 'localhost', userHandle: 'AA' })
    expect((await post('/auth/passkeys/new', person.token, { name: 'x', passkey })).status).toBe(400)
  })

  it.each([
    ['another page', { origin: 'https://carewatch.example' }],
    ['another installation', { rpId: 'example.org' }],
    ['a machine that did not look who it is', { isVerified: false }],
    ['another challenge', { challenge: 'bm90IG91cnM' }],
  ] as const)('is not taken from %s, when made or used', async (_, flaws) => {
    const person = await harness.person('OWNER')
    const machine = createAuthenticator()
    expect((await add(person, machine, flaws)).status).toBe(400)
    expect((await add(person, machine)).status).toBe(200)
    expect((await enter(machine.sign(await ask(), flaws))).status).toBe(401)
    expect((await enter(machine.sign(await ask()))).status).toBe(200)
  })

  it('answers a challenge once, in time, and with a count that goes up', async () => {
    const { machine } = await withPasskey('OWNER')
    const asked = await ask()
    const answer = machine.sign(asked)
    expect([(await enter(answer)).status, (await enter(answer)).status]).toEqual([200, 401])
    expect((await enter(machine.sign(asked))).status).toBe(401)
    expect((await enter(machine.sign(await ask(), { counter: 1 }))).status).toBe(401)
    const late = await ask()
    const past = { expiresAt: sql`now() - interval '1 second'` }
    const isLate = eq(passkeyChallenges.challenge, late.challenge)
    await harness.db.update(passkeyChallenges).set(past).where(isLate)
    expect((await enter(machine.sign(late))).status).toBe(401)
    await forgetOldChallenges(harness.db)
    expect(await harness.db.$count(passkeyChallenges, isLate)).toBe(0)
  })

  it('is not that of whoever says so, nor signed by another key', async () => {
    const [mine, theirs] = [await withPasskey('OWNER'), await withPasskey('OWNER')]
    const asked = await ask()
    const answer = mine.machine.sign(asked)
    const { userHandle } = theirs.machine.sign(asked)
    expect((await enter({ ...answer, userHandle })).status).toBe(401)
    expect((await enter({ ...mine.machine.sign(await ask()), id: theirs.machine.id })).status).toBe(401)
    const unknown = createAuthenticator()
    unknown.make({ ...asked, userHandle })
    expect((await enter(unknown.sign(await ask()))).status).toBe(401)
  })

  it('lets nobody in who is deactivated', async () => {
    const { person, machine } = await withPasskey('OWNER')
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, person.id))
    expect((await enter(machine.sign(await ask()))).status).toBe(401)
  })

  it('of one that is there already, or after ten, is refused; a challenge of one is no other’s', async () => {
    const { person, machine } = await withPasskey('OWNER')
    expect((await add(person, machine)).context.reason).toBe('passkeyTaken')
    const neighbour = await harness.person('OWNER')
    const { context } = await begin(person)
    const passkey = createAuthenticator().make(context)
    expect((await post('/auth/passkeys/new', neighbour.token, { name: 'x', passkey })).status).toBe(400)
    for (let n = 1; n < 10; n++) expect((await add(person, createAuthenticator())).status).toBe(200)
    expect((await begin(person)).context.reason).toBe('passkeysMany')
  })

  it('is named by no more than reads as a name', async () => {
    const person = await harness.person('OWNER')
    for (const name of ['', 'x'.repeat(51), 'Tele\u202Ephone'])
      expect((await add(person, createAuthenticator(), {}, name)).status).toBe(400)
  })

  it('is removed by its person with the password, and no other’s', async () => {
    const { person, machine } = await withPasskey('OWNER')
    const neighbour = await harness.person('OWNER')
    const [{ uuid }] = await listOf(person)
    const remove = ({ token }: Person, password: string) =>
      post(`/auth/passkeys/remove/${uuid}`, token, { password })
    expect((await remove(person, 'not theirs')).status).toBe(400)
    expect((await remove(neighbour, TEST_PASSWORD)).status).toBe(404)
    expect((await remove(person, TEST_PASSWORD)).status).toBe(200)
    expect((await enter(machine.sign(await ask()))).status).toBe(401)
  })
})

describe('a passkey as the second step', () => {
  it('is asked of the staff after the password, and signs in with it', async () => {
    const { person, machine } = await withPasskey('SUPERVISOR')
    const { status, message, context } = await login(person)
    expect({ status, message }).toEqual({ status: 401, message: 'Confirm with your passkey' })
    expect(context).toMatchObject({ passkey: { rpId: 'localhost', allow: [{ id: machine.id }] } })
    expect((await login(person, { passkey: machine.sign(context.passkey) })).status).toBe(200)
    const detail = await harness.call('GET', '/admin/user/detail/currentUser', { token: person.token })
    expect(detail.context.user).toMatchObject({ hasTwoStep: true, hasCodes: false })
  })

  it('is refused where it is another’s, or answers what others were asked', async () => {
    const [mine, theirs] = [await withPasskey('SUPERVISOR'), await withPasskey('SUPERVISOR')]
    const asked = (await login(mine.person)).context.passkey
    expect((await login(mine.person, { passkey: theirs.machine.sign(asked) })).status).toBe(401)
    const general = await ask()
    expect((await login(mine.person, { passkey: mine.machine.sign(general) })).status).toBe(401)
    const ofTheirs = (await login(theirs.person)).context.passkey
    expect((await login(mine.person, { passkey: mine.machine.sign(ofTheirs) })).status).toBe(401)
  })

  it('or the code, where somebody has both', async () => {
    const { person, machine } = await withPasskey('SUPERVISOR')
    const { secret } = (await post('/auth/totp/begin', person.token)).context
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    expect(
      (await post('/auth/totp/confirm', person.token, { password: TEST_PASSWORD, code: app.generate() }))
        .status,
    ).toBe(200)
    const { context } = await login(person)
    expect(context.codeRequired).toBe(true)
    expect((await login(person, { passkey: machine.sign(context.passkey) })).status).toBe(200)
    await harness.db.update(users).set({ totpLastStep: null }).where(eq(users.id, person.id))
    expect((await login(person, { code: app.generate() })).status).toBe(200)
  })

  it('is not asked of families, who lose no way in with their telephone', async () => {
    const { person } = await withPasskey('OWNER')
    expect((await login(person)).status).toBe(200)
  })

  it('signs out whoever came in elsewhere by the password alone, when it is the first', async () => {
    const person = await harness.person('SUPERVISOR')
    const elsewhere = await harness.signIn(person)
    expect((await add(person, createAuthenticator())).status).toBe(200)
    const status = async (token: string) =>
      (await harness.call('GET', '/auth/validateToken', { token })).status
    expect([await status(person.token), await status(elsewhere)]).toEqual([200, 401])
  })

  it('is taken away by whoever looks after the person, for a machine that is gone', async () => {
    const { person } = await withPasskey('SUPERVISOR')
    const admin = await harness.person('ADMIN')
    const [row] = await harness.db.select().from(users).where(eq(users.id, person.id))
    expect((await post(`/admin/user/resetTotp/${row?.uuid}`, admin.token)).status).toBe(200)
    expect(await harness.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0)
    expect((await login(person)).status).toBe(200)
  })
})

it('no passkey is made where browsers would use none', async () => {
  const admin = await other.person('OWNER')
  const { token } = admin
  const { context } = await other.call('GET', '/auth/passkeys', { token })
  expect(context.isPossible).toBe(false)
  const body = { password: TEST_PASSWORD }
  expect((await other.call('POST', '/auth/passkeys/begin', { token, body })).context.reason).toBe(
    'passkeysOff',
  )
  expect((await other.call('POST', '/auth/passkeys/ask', { body: {} })).context.reason).toBe('passkeysOff')
})
