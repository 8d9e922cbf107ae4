import { createUser, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { auditLog, failedTries, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness, type Harness, tokenFor } from '../testing/harness.ts'
import { createThrottle } from './throttle.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const login = (email: string, password: string) =>
  harness.call('POST', '/auth/login', { body: { email, password } })

/** All of these tests come from one address. */
const forgetFailures = () => harness.db.delete(failedTries)

describe('signing in', () => {
  it('works with the e-mail address or the user name, in any case', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR' })
    for (const name of [nurse.email.toUpperCase(), nurse.userName.toUpperCase()]) {
      const answer = await login(name, TEST_PASSWORD)
      expect(answer).toMatchObject({ success: true, status: 200, context: { user: { uuid: nurse.uuid } } })
      const [, payload = ''] = String(answer.context.token).split('.')
      const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
      expect(exp - iat).toBe(12 * 3600)
    }
  })

  it('never answers a password hash', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR' })
    const { context } = await login(nurse.email, TEST_PASSWORD)
    const { token, ...rest } = context
    expect(token).toEqual(expect.any(String))
    expect(JSON.stringify(rest)).not.toMatch(/hash|argon2|tokenVersion/i)
  })

  it('says the same of a wrong password, an unknown person and a deactivated one', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR' })
    const gone = await createUser(harness.db, { role: 'SUPERVISOR', isActive: false })
    const deleted = await createUser(harness.db, { role: 'SUPERVISOR', deletedAt: new Date() })
    const answers = await Promise.all([
      login(nurse.email, 'wrong'),
      login('nobody@carewatch.test', 'wrong'),
      login(gone.email, TEST_PASSWORD),
      login(deleted.email, TEST_PASSWORD),
    ])
    const same = { success: false, status: 401, message: 'Wrong e-mail or password', context: null }
    expect(answers).toEqual(answers.map(() => same))
  })

  it('costs work after five failures, whether the account exists or not, even with the right password', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR' })
    for (const name of [nurse.email, 'somebody.else@carewatch.test']) {
      for (let failure = 0; failure < 5; failure++) expect((await login(name, 'wrong')).status).toBe(401)
      expect(await login(name, TEST_PASSWORD)).toMatchObject({
        status: 429,
        message: 'Too many failed attempts. Please try again over https, or in an hour.',
        context: { challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' } } },
      })
    }
    await forgetFailures()
  })

  it('counts its failures as one, whichever of its names is tried', async () => {
    const { email, userName } = await createUser(harness.db, { role: 'SUPERVISOR' })
    for (const name of [email, userName, email, userName, email.toUpperCase()])
      expect((await login(name, 'wrong')).status).toBe(401)
    expect((await login(userName, TEST_PASSWORD)).status).toBe(429)
    await forgetFailures()
  })

  it('is refused after fifty, and says how long, the same of an account that does not exist', async () => {
    const { email, uuid } = await createUser(harness.db, { role: 'OWNER' })
    const throttle = createThrottle(harness.db)
    const waits = []
    for (const [name, account] of [
      [email, uuid],
      ['nobody.at.all@carewatch.test', 'nobody.at.all@carewatch.test'],
    ] as const) {
      for (let failure = 0; failure < 50; failure++) await throttle.failed({ account })
      const body = { email: name, password: 'wrong' }
      const { status, headers } = await harness.exchange('POST', '/auth/login', { body })
      waits.push([status, Math.ceil(Number(headers.get('retry-after')) / 10)])
    }
    expect(waits).toEqual([
      [429, 6],
      [429, 6],
    ])
    await forgetFailures()
  })

  it('is blocked at once for a crowd of guesses, whatever the last of them says', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR' })
    const guesses = Array.from({ length: 60 }, (_, guess) => login(nurse.email, `wrong ${guess}`))
    const statuses = (await Promise.all([...guesses, login(nurse.email, TEST_PASSWORD)])).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(6)
    expect(statuses.at(-1)).toBe(429)
    await forgetFailures()
  })

  it('forgets the failures of whoever knows the password', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR' })
    for (let round = 0; round < 2; round++) {
      for (let failure = 0; failure < 4; failure++) await login(nurse.email, 'wrong')
      expect((await login(nurse.email, TEST_PASSWORD)).status).toBe(200)
    }
    await forgetFailures()
  })

  it('leaves a trace, also where it fails', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR' })
    await login(nurse.email, 'wrong')
    await login(nurse.email, TEST_PASSWORD)
    const failed = await harness.db.select().from(auditLog).where(eq(auditLog.entityUuid, nurse.uuid))
    expect(failed).toMatchObject([{ action: 'signInFailed', userId: null, address: '127.0.0.1' }])
    const signedIn = await harness.db.select().from(auditLog).where(eq(auditLog.userId, nurse.id))
    expect(signedIn).toMatchObject([{ action: 'signedIn', entity: 'session' }])
  })

  it('is refused with a password somebody else chose and that is a day old', async () => {
    const day = { mustChangePassword: true, passwordExpiresAt: new Date(Date.now() - 1_000) }
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR', ...day })
    expect(await login(nurse.email, TEST_PASSWORD)).toMatchObject({
      status: 401,
      message: 'Wrong e-mail or password',
    })
  })

  it('names the fields that are missing, in the language of the header', async () => {
    const english = await harness.call('POST', '/auth/login', { body: {} })
    expect(english).toMatchObject({
      status: 400,
      message: 'Some fields need your attention',
      context: { errors: { email: 'is required', password: 'is required' } },
    })
    const hebrew = await harness.call('POST', '/auth/login', { body: { email: 'a' }, language: 'iw' })
    expect(hebrew.context.errors).toEqual({ password: 'שדה חובה' })
  })

  it('refuses fields it does not know', async () => {
    const answer = await harness.call('POST', '/auth/login', {
      body: { email: 'a', password: 'b', role: 'ADMIN' },
    })
    expect(answer).toMatchObject({ status: 400, context: { errors: { role: 'is not known' } } })
  })
})

describe('a session', () => {
  it('tells who one is', async () => {
    const nurse = await harness.person('SUPERVISOR')
    const answer = await harness.call('GET', '/auth/validateToken', { token: nurse.token })
    expect(answer.context.user).toMatchObject({ uuid: nurse.uuid, role: 'SUPERVISOR', email: nurse.email })
  })

  it.each([
    ['no token', undefined],
    ['nonsense', 'nonsense'],
    [
      'a token that nobody signed',
      'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiIwMTk5MzU2YS0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDAiLCJ2ZXJzaW9uIjowLCJleHAiOjk5OTk5OTk5OTl9.',
    ],
  ])('is not opened by %s', async (_, token) => {
    const answer = await harness.call('GET', '/auth/validateToken', token ? { token } : {})
    expect(answer).toMatchObject({ success: false, status: 401, message: 'Please sign in', context: null })
  })

  it('ends by itself when its time is over', async () => {
    const nurse = await harness.person('SUPERVISOR')
    const status = async (secondsLeft: number) =>
      (await harness.call('GET', '/auth/validateToken', { token: tokenFor(nurse, secondsLeft) })).status
    expect([await status(60), await status(-1)]).toEqual([200, 401])
  })

  it('ends where its owner signs out, and stays good on their other machines', async () => {
    const nurse = await harness.person('SUPERVISOR')
    const elsewhere = await harness.signIn(nurse)
    expect((await harness.call('POST', '/auth/logout', { token: nurse.token })).status).toBe(200)
    expect((await harness.call('GET', '/auth/validateToken', { token: nurse.token })).status).toBe(401)
    expect((await harness.call('GET', '/auth/validateToken', { token: elsewhere })).status).toBe(200)
  })

  it('ends within two seconds when the person is deactivated', async () => {
    const nurse = await harness.person('SUPERVISOR')
    await harness.call('GET', '/auth/validateToken', { token: nurse.token })
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, nurse.id))
    await expect
      .poll(async () => (await harness.call('GET', '/auth/validateToken', { token: nurse.token })).status, {
        timeout: 2_000,
      })
      .toBe(401)
  })

  it('keeps the language one chose', async () => {
    const nurse = await harness.person('SUPERVISOR')
    const { token } = nurse
    await harness.call('POST', '/user/changeLanguage', { token, body: { selectedLanguage: 'lv' } })
    const answer = await harness.call('GET', '/auth/validateToken', { token })
    expect(answer.context.user.selectedLanguage).toBe('lv')
  })

  it('lists the roles with their ids', async () => {
    const { token } = await harness.person('USER')
    const answer = await harness.call('GET', '/auth/role/listing', { token })
    expect(answer.context.roles).toMatchObject({ ADMIN: 0, USER: 5, COMPANY_MONITOR: 8 })
  })
})

describe('public calls', () => {
  it('are not answered without end to one address', async () => {
    const knock = () => harness.call('POST', '/auth/login', { body: {} })
    const statuses = await Promise.all(Array.from({ length: 320 }, async () => (await knock()).status))
    expect(new Set(statuses)).toEqual(new Set([400, 429]))
    expect((await knock()).message).toMatch(/Too many requests/)
  })
})
