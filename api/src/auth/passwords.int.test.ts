import { createUser, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { failedTries } from '@carewatch/migrations/schema/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let strict: Harness
beforeAll(async () => {
  ;[harness, strict] = await Promise.all([startHarness(), startHarness({ PASSWORD_PROFILE: 'strict' })])
})
afterAll(() => Promise.all([harness.close(), strict.close()]))
beforeEach(() => harness.db.delete(failedTries))

const change = (token: string, oldPassword: string, newPassword: string) =>
  harness.call('POST', '/auth/changePassword', { token, body: { oldPassword, newPassword } })
const validate = async (token: string) => (await harness.call('GET', '/auth/validateToken', { token })).status

describe('changing one’s password', () => {
  it('ends every other sign-in and keeps this one', async () => {
    const owner = await harness.person('OWNER')
    const elsewhere = await harness.signIn(owner)
    expect(await change(owner.token, TEST_PASSWORD, 'blue river 77')).toMatchObject({
      status: 200,
      message: 'Password Reset Successful',
      context: { strength: { isCommon: false } },
    })
    expect([await validate(owner.token), await validate(elsewhere)]).toEqual([200, 401])
    const body = { email: owner.email, password: 'blue river 77' }
    expect((await harness.call('POST', '/auth/login', { body })).status).toBe(200)
  })

  it('takes the old one, and another new one', async () => {
    const owner = await harness.person('OWNER')
    expect(await change(owner.token, 'wrong', 'blue river 77')).toMatchObject({
      status: 400,
      message: 'The old password is not right',
    })
    expect(await change(owner.token, TEST_PASSWORD, TEST_PASSWORD)).toMatchObject({
      status: 400,
      message: 'The new password is the same as the old one',
    })
  })

  it('names what is missing or too short', async () => {
    const { token } = await harness.person('OWNER')
    const nothing = await harness.call('POST', '/auth/changePassword', { token, body: {} })
    expect(nothing.context.errors).toEqual({ oldPassword: 'is required', newPassword: 'is required' })
    const short = await change(token, TEST_PASSWORD, 'abc')
    expect(short.context.errors).toEqual({ newPassword: 'must have at least 4 characters' })
  })

  it('is blocked after five wrong old ones, even with the right one', async () => {
    const owner = await harness.person('OWNER')
    for (let failure = 0; failure < 5; failure++) await change(owner.token, 'wrong', 'blue river 77')
    expect((await change(owner.token, TEST_PASSWORD, 'blue river 77')).status).toBe(429)
    expect(await validate(owner.token)).toBe(200)
  })

  it('is done once where two do it at once', async () => {
    const owner = await harness.person('OWNER')
    const answers = await Promise.all([
      change(owner.token, TEST_PASSWORD, 'blue river 77'),
      change(owner.token, TEST_PASSWORD, 'green river 77'),
    ])
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect([
      [200, 400],
      [200, 409],
    ]).toContainEqual(statuses)
  })
})

describe('a password everybody tries', () => {
  const common = ['password', 'Qwerty', 'carewatch', 'Carewatch2026!']

  it.each(common)('is refused to staff: %s', async (password) => {
    const nurse = await harness.person('MONITOR', { passwordHash: (await freshHash()).hash })
    const answer = await change(nurse.token, 'fresh start 9', password)
    expect(answer).toMatchObject({
      status: 400,
      context: { errors: { newPassword: 'is too easy to guess, please choose another' } },
    })
  })

  it.each(common)('is one an owner is warned of: %s', async (password) => {
    const owner = await harness.person('OWNER', { passwordHash: (await freshHash()).hash })
    const answer = await change(owner.token, 'fresh start 9', password)
    expect(answer).toMatchObject({ status: 200, context: { strength: { score: 0, isCommon: true } } })
  })

  it('is also one’s own name, and that of the company', async () => {
    const nurse = await harness.person('SUPERVISOR', { firstName: 'Eleonora' })
    expect((await change(nurse.token, TEST_PASSWORD, 'eleonora1')).status).toBe(400)
  })

  it('is refused to everybody where the profile is strict, as is a short one', async () => {
    const owner = await strict.person('OWNER')
    const ask = (newPassword: string) =>
      strict.call('POST', '/auth/changePassword', {
        token: owner.token,
        body: { oldPassword: TEST_PASSWORD, newPassword },
      })
    expect((await ask('x7qpz')).context.errors).toEqual({ newPassword: 'must have at least 8 characters' })
    expect((await ask('password')).status).toBe(400)
    expect((await ask('blue river at noon')).status).toBe(200)
  })
})

async function freshHash() {
  const { hashPassword } = await import('@carewatch/platform/credentials/password')
  return { hash: await hashPassword('fresh start 9') }
}

describe('whoever has a password somebody else chose', () => {
  it('can do nothing but change it', async () => {
    const nurse = await harness.person('ADMIN', { mustChangePassword: true })
    const { token } = nurse
    expect(await harness.call('GET', '/devices/all', { token })).toMatchObject({
      status: 403,
      message: 'Please choose a new password first',
    })
    expect(await harness.call('GET', '/auth/validateToken', { token })).toMatchObject({
      context: { user: { mustChangePassword: true } },
    })
    expect((await change(token, TEST_PASSWORD, 'blue river 77')).status).toBe(200)
    expect((await harness.call('GET', '/devices/all', { token })).status).toBe(200)
  })

  it('is said to have to change it when signing in', async () => {
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR', mustChangePassword: true })
    const body = { email: nurse.email, password: TEST_PASSWORD }
    const answer = await harness.call('POST', '/auth/login', { body })
    expect(answer.context.user.mustChangePassword).toBe(true)
  })
})
