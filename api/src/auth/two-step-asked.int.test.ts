import { createPasskey, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'
import { openScreen } from '../testing/screen.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const get = async (path: string, token: string) => harness.call('GET', path, { token })
const post = (path: string, token: string, body: object = {}) => harness.call('POST', path, { token, body })
const ask = (twoStepRoles: string[], role: 'MANAGER' | 'SUPERVISOR' = 'MANAGER') =>
  post(`/company/update/${fixture.company.uuid}`, fixture.people[role].token, { twoStepRoles })
async function signIn(role: 'SUPERVISOR' | 'MONITOR' | 'OWNER', code?: string) {
  const { email } = fixture.people[role]
  const body = { email, password: TEST_PASSWORD, ...(code && { code }) }
  const { status, context } = await harness.call('POST', '/auth/login', { body })
  return { status, token: String(context?.token), user: context?.user }
}
const statusOf = async (token: string): Promise<number> => (await get('/notification/all', token)).status

describe('a second step that a company asks for', () => {
  it('is set up at the next sign-in, before anything else', async () => {
    expect((await ask(['SUPERVISOR'])).context.company.twoStepRoles).toEqual(['SUPERVISOR'])
    const { token, user } = await signIn('SUPERVISOR')
    expect(user.mustSetUpTwoStep).toBe(true)
    expect(await get('/notification/all', token)).toMatchObject({
      status: 403,
      message: 'Please set up the second step of signing in first',
    })
    const screen = await openScreen(harness)
    screen.send({ type: 'authorize', token })
    expect(await screen.untilReceived('refused')).toMatchObject({ reason: 'token' })

    const { context } = await post('/auth/totp/begin', token)
    const code = codeOf(context.secret)
    expect((await post('/auth/totp/confirm', token, { password: TEST_PASSWORD, code })).status).toBe(200)
    expect(await statusOf(token)).toBe(200)
    expect((await get('/auth/validateToken', token)).context.user.mustSetUpTwoStep).toBe(false)
    expect((await signIn('SUPERVISOR')).status).toBe(401)
  })

  it('sends nobody away who is signed in, nor those of whom it is not asked', async () => {
    const { token } = await signIn('SUPERVISOR')
    await ask(['SUPERVISOR'])
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf((await signIn('MONITOR')).token)).toBe(200)
    expect(await statusOf((await signIn('OWNER')).token)).toBe(200)
    // What was asked already is not asked anew of whoever signed in since.
    await ask([])
    const later = await signIn('SUPERVISOR')
    expect(await statusOf(later.token)).toBe(200)
  })

  it('is asked of nobody who works with another company', async () => {
    await ask(['SUPERVISOR'])
    const other = await createCompanyFixture(harness)
    const body = { email: other.people.SUPERVISOR.email, password: TEST_PASSWORD }
    const { context } = await harness.call('POST', '/auth/login', { body })
    expect(context.user.mustSetUpTwoStep).toBe(false)
    expect(await statusOf(context.token)).toBe(200)
  })

  it('cannot be switched off by whom it is asked of', async () => {
    const { token } = fixture.people.SUPERVISOR
    const { context } = await post('/auth/totp/begin', token)
    expect(
      (await post('/auth/totp/confirm', token, { password: TEST_PASSWORD, code: codeOf(context.secret) }))
        .status,
    ).toBe(200)
    await ask(['SUPERVISOR'])
    const end = { password: TEST_PASSWORD, code: '000000' }
    expect(await post('/auth/totp/end', token, end)).toMatchObject({
      status: 409,
      context: { reason: 'twoStepAsked' },
    })
    await ask([])
    expect((await post('/auth/totp/end', token, end)).context?.reason).not.toBe('twoStepAsked')
  })

  it('is asked for by managers alone, and of the staff alone', async () => {
    expect((await ask(['MONITOR'], 'SUPERVISOR')).status).toBe(403)
    for (const role of ['OWNER', 'ADMIN', 'nobody'])
      expect((await ask([role])).context.errors).toHaveProperty(['twoStepRoles.0'])
  })
})

describe('a second step that an installation asks of administrators', () => {
  let asking: Harness
  beforeAll(async () => {
    asking = await startHarness({ ADMIN_TWO_STEP: 'asked' })
  })
  afterAll(() => asking.close())

  const signInAt = async (there: Harness, email: string, code?: string) => {
    const body = { email, password: TEST_PASSWORD, ...(code && { code }) }
    return there.call('POST', '/auth/login', { body })
  }

  it('is set up by them at the sign-in, before anything else, and stays', async () => {
    const { email } = await asking.person('ADMIN')
    const { context } = await signInAt(asking, email)
    expect(context.user.mustSetUpTwoStep).toBe(true)
    const at = (method: 'GET' | 'POST', path: string, body?: object) =>
      asking.call(method, path, { token: String(context.token), ...(body && { body }) })
    expect((await at('GET', '/company/all')).status).toBe(403)
    const { secret } = (await at('POST', '/auth/totp/begin', {})).context
    expect(
      (await at('POST', '/auth/totp/confirm', { password: TEST_PASSWORD, code: codeOf(secret) })).status,
    ).toBe(200)
    expect((await at('GET', '/company/all')).status).toBe(200)
    const end = { password: TEST_PASSWORD, code: '000000' }
    expect((await at('POST', '/auth/totp/end', end)).context.reason).toBe('twoStepAsked')
  })

  it('is satisfied by a passkey, of which they keep one as long as it is asked', async () => {
    const admin = await asking.person('ADMIN')
    const at = async (method: 'GET' | 'POST', path: string, body?: object) =>
      asking.call(method, path, { token: admin.token, ...(body && { body }) })
    await createPasskey(asking.db, admin.id)
    await until('it counts', async () => (await at('GET', '/company/all')).status === 200)
    const [{ uuid }] = (await at('GET', '/auth/passkeys')).context.passkeys
    const remove = () => at('POST', `/auth/passkeys/remove/${uuid}`, { password: TEST_PASSWORD })
    expect((await remove()).context.reason).toBe('twoStepAsked')
    const { secret } = (await at('POST', '/auth/totp/begin', {})).context
    expect(
      (await at('POST', '/auth/totp/confirm', { password: TEST_PASSWORD, code: codeOf(secret) })).status,
    ).toBe(200)
    const again = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
    const end = { password: TEST_PASSWORD, code: again() }
    expect((await at('POST', '/auth/totp/end', end)).status).toBe(200)
    expect((await remove()).context.reason).toBe('twoStepAsked')
  })

  it('holds those back who are signed in already, and nobody else', async () => {
    const [admin, owner] = [await asking.person('ADMIN'), await asking.person('OWNER')]
    const statusThere = async ({ token }: { token: string }) =>
      (await asking.call('GET', '/notification/all', { token })).status
    expect([await statusThere(admin), await statusThere(owner)]).toEqual([403, 200])
  })

  it('is asked of nobody where the installation does not', async () => {
    const { email } = await harness.person('ADMIN')
    expect((await signInAt(harness, email)).context.user.mustSetUpTwoStep).toBe(false)
  })
})
