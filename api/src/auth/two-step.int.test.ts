import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { failedTries, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startHarness, type Harness } from '../testing/harness.ts'
import { stepOf } from './totp.ts'

const STEP_MS = 30_000

let harness: Harness
beforeAll(async () => {
  // The clock stands still in the middle of a time step: a code never grows old on its way.
  vi.setSystemTime(Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2)
  harness = await startHarness()
})
afterAll(async () => {
  await harness.close()
  vi.useRealTimers()
})
beforeEach(() => harness.db.delete(failedTries))

type Nurse = Awaited<ReturnType<Harness['person']>>

/** What the app on the telephone shows, `later` time steps from now. */
const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * STEP_MS })
/** So many codes that no app with this secret shows about now. */
const wrongCodes = (secret: string, count: number): string[] => {
  const shown = new Set([-2, -1, 0, 1, 2].map((later) => codeOf(secret, later)))
  const others = Array.from({ length: count + shown.size }, (_, index) => String(index).padStart(6, '0'))
  return others.filter((code) => !shown.has(code)).slice(0, count)
}
const post = (path: string, token: string, body: object = {}) => harness.call('POST', path, { token, body })
const login = (nurse: Nurse, code?: string) =>
  harness.call('POST', '/auth/login', {
    body: { email: nurse.email, password: TEST_PASSWORD, ...(code && { code }) },
  })

async function nurseWithApp() {
  const nurse = await harness.person('SUPERVISOR')
  const { context } = await post('/auth/totp/begin', nurse.token)
  const secret = String(context.secret)
  expect(
    (await post('/auth/totp/confirm', nurse.token, { password: TEST_PASSWORD, code: codeOf(secret, -1) }))
      .status,
  ).toBe(200)
  return { nurse, secret }
}

describe('a second step', () => {
  it('is asked for after the right password, and only then', async () => {
    const { nurse, secret } = await nurseWithApp()
    expect(await login(nurse)).toMatchObject({
      status: 401,
      message: 'Please enter the code from your authenticator app',
      context: { codeRequired: true },
    })
    const wrong = { email: nurse.email, password: 'wrong', code: codeOf(secret) }
    expect(await harness.call('POST', '/auth/login', { body: wrong })).toMatchObject({
      message: 'Wrong e-mail or password',
      context: null,
    })
    expect((await login(nurse, codeOf(secret))).status).toBe(200)
  })

  it('takes a code once', async () => {
    const { nurse, secret } = await nurseWithApp()
    const code = codeOf(secret)
    const answers = await Promise.all([login(nurse, code), login(nurse, code)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(await login(nurse, code)).toMatchObject({
      status: 401,
      message: 'This code is not right',
      context: { codeRequired: true },
    })
    expect((await login(nurse, codeOf(secret, 1))).status).toBe(200)
  })

  it('is blocked after five wrong codes', async () => {
    const { nurse, secret } = await nurseWithApp()
    for (const wrong of wrongCodes(secret, 5)) expect((await login(nurse, wrong)).status).toBe(401)
    expect((await login(nurse, codeOf(secret, 1))).status).toBe(429)
  })

  it('does nothing before a code confirmed it', async () => {
    const nurse = await harness.person('SUPERVISOR')
    const { context } = await post('/auth/totp/begin', nurse.token)
    expect(context.uri).toMatch(/^otpauth:\/\/totp\/Carewatch:/)
    expect((await login(nurse)).status).toBe(200)
    const unknown = { password: 'not theirs', code: codeOf(String(context.secret)) }
    expect(await post('/auth/totp/confirm', nurse.token, unknown)).toMatchObject({
      status: 400,
      message: 'The old password is not right',
    })
    expect(
      await post('/auth/totp/confirm', nurse.token, { password: TEST_PASSWORD, code: '000000' }),
    ).toMatchObject({ status: 400 })
    expect((await login(nurse)).status).toBe(200)
  })

  it('cannot be begun anew while it is on, and is ended with the password and a code', async () => {
    const { nurse, secret } = await nurseWithApp()
    expect(await post('/auth/totp/begin', nurse.token)).toMatchObject({
      status: 409,
      context: { reason: 'twoStepOn' },
    })
    const end = (password: string, code: string) => post('/auth/totp/end', nurse.token, { password, code })
    expect((await end('wrong', codeOf(secret))).status).toBe(400)
    expect((await end(TEST_PASSWORD, wrongCodes(secret, 1)[0] ?? '')).status).toBe(400)
    expect((await end(TEST_PASSWORD, codeOf(secret))).status).toBe(200)
    expect((await login(nurse)).status).toBe(200)
  })

  it('is switched off by an administrator for somebody whose telephone is gone', async () => {
    const { nurse } = await nurseWithApp()
    const admin = await harness.person('ADMIN')
    expect((await post(`/admin/user/resetTotp/${nurse.uuid}`, admin.token)).status).toBe(200)
    expect((await login(nurse)).status).toBe(200)
  })

  it('is not offered to families', async () => {
    const owner = await harness.person('OWNER')
    expect((await post('/auth/totp/begin', owner.token)).status).toBe(403)
  })

  it('keeps its secret where who reads the table cannot use it', async () => {
    const { nurse, secret } = await nurseWithApp()
    const [row] = await harness.db.select().from(users).where(eq(users.id, nurse.id))
    expect(row?.totpSecret?.includes(secret)).toBe(false)
    expect(row?.totpSecret?.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false)
  })

  it('forgives a clock that is a step off, and no more', () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const now = Date.UTC(2026, 10, 21, 12)
    const at = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })
    const known = [-1, 0, 1].map((steps) => stepOf(secret, at(steps), now))
    expect(known).toEqual([now / 30_000 - 1, now / 30_000, now / 30_000 + 1])
    expect([-3, 3].map((steps) => stepOf(secret, at(steps), now))).toEqual([undefined, undefined])
  })
})
