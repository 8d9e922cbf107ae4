import { createUser, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailbox, startMailbox, tokenIn } from '@carewatch/simulator/providers/mailbox'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  harness = await startHarness({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Carewatch <care@carewatch.test>',
    PUBLIC_URL: 'https://care.example',
    TRUST_PROXY: '127.0.0.1',
  })
})
afterAll(async () => {
  await harness.close()
  await mailbox.close()
})

const ask = (key: string, language: 'en' | 'iw' = 'en') =>
  harness.call('POST', '/auth/sendRecoveryEmail', { body: { key }, language })
const choose = (token: string, newPassword: string) =>
  harness.call('POST', '/auth/changePasswordFromLink', { body: { token, newPassword } })
const login = (email: string, password: string) =>
  harness.call('POST', '/auth/login', { body: { email, password } })

describe('a forgotten password', () => {
  it('is replaced by the link of a mail, once, and ends every sign-in', async () => {
    const owner = await harness.person('OWNER')
    expect(await ask(owner.userName)).toMatchObject({ status: 200, message: 'Email Sent Successfully' })
    const letter = await mailbox.letterTo(owner.email)
    const token = tokenIn(letter)
    expect(letter.text).toContain(`https://care.example/auth/resetPassword#${token}`)

    const answer = await choose(token, 'blue river 77')
    expect(answer).toMatchObject({ status: 200, message: 'Password Reset Successful' })
    expect(answer.context.strength.score).toBeGreaterThan(1)
    expect((await harness.call('GET', '/auth/validateToken', { token: owner.token })).status).toBe(401)
    expect((await login(owner.email, TEST_PASSWORD)).status).toBe(401)
    expect((await login(owner.email, 'blue river 77')).status).toBe(200)
    expect(await choose(token, 'blue river 78')).toMatchObject({
      status: 400,
      message: 'This link is no longer valid, please ask for a new one',
    })
    expect((await mailbox.letterTo(owner.email, 2)).subject).toBe('Your password was changed')
  })

  it('is answered the same for a person nobody knows, who is written nothing', async () => {
    const owner = await createUser(harness.db, { role: 'OWNER', email: 'nora.known@carewatch.test' })
    const gone = await createUser(harness.db, {
      role: 'OWNER',
      email: 'nora.gone@carewatch.test',
      isActive: false,
    })
    const known = await ask(owner.email)
    expect(known.context).toEqual({ email: 'n***@carewatch.test', isMailed: true })
    expect(await ask('nora.nobody@carewatch.test')).toEqual(known)
    expect(await ask(gone.email)).toEqual(known)
    await mailbox.letterTo(owner.email)
    expect(mailbox.sentTo(gone.email)).toEqual([])
    expect(mailbox.sentTo('nora.nobody@carewatch.test')).toEqual([])
  })

  it('is not asked for by nobody', async () => {
    for (const body of [{}, { key: '  ' }])
      expect(await harness.call('POST', '/auth/sendRecoveryEmail', { body })).toMatchObject({
        status: 400,
        message: 'No user key entered',
      })
  })

  it('leaves only the newest link good, and none after another change of the password', async () => {
    const owner = await harness.person('OWNER')
    await ask(owner.email)
    const first = tokenIn(await mailbox.letterTo(owner.email))
    await ask(owner.email)
    const second = tokenIn(await mailbox.letterTo(owner.email, 2))
    expect((await choose(first, 'blue river 77')).status).toBe(400)
    const changed = await harness.call('POST', '/auth/changePassword', {
      token: owner.token,
      body: { oldPassword: TEST_PASSWORD, newPassword: 'green river 77' },
    })
    expect(changed.status).toBe(200)
    expect((await choose(second, 'blue river 77')).status).toBe(400)
  })

  it('leaves the second step on', async () => {
    const nurse = await harness.person('SUPERVISOR')
    const post = (path: string, body: object) => harness.call('POST', path, { token: nurse.token, body })
    const { secret } = (await post('/auth/totp/begin', {})).context
    const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate()
    expect((await post('/auth/totp/confirm', { password: TEST_PASSWORD, code })).status).toBe(200)
    // So many letters go to one address an hour, and the other tests write theirs.
    const from = '10.0.0.9'
    await harness.call('POST', '/auth/sendRecoveryEmail', { body: { key: nurse.email }, from })
    await choose(tokenIn(await mailbox.letterTo(nurse.email)), 'blue river 77')
    expect(await login(nurse.email, 'blue river 77')).toMatchObject({
      status: 401,
      context: { codeRequired: true },
    })
  })

  it('has half an hour', async () => {
    const owner = await harness.person('OWNER')
    await ask(owner.email)
    const token = tokenIn(await mailbox.letterTo(owner.email))
    await harness.db
      .update(users)
      .set({ passwordResetExpiresAt: new Date(Date.now() - 1_000) })
      .where(eq(users.id, owner.id))
    expect((await choose(token, 'blue river 77')).status).toBe(400)
  })

  it('keeps a link good that came with a password of too few characters', async () => {
    const owner = await harness.person('OWNER')
    await ask(owner.email)
    const token = tokenIn(await mailbox.letterTo(owner.email))
    expect((await choose(token, 'abc')).context.errors).toEqual({
      newPassword: 'must have at least 4 characters',
    })
    expect((await choose(token, 'ab7q')).status).toBe(200)
  })

  it('keeps nothing in the database that opens it', async () => {
    const owner = await harness.person('OWNER')
    await ask(owner.email)
    const token = tokenIn(await mailbox.letterTo(owner.email))
    const rows = await harness.db.select().from(users).where(eq(users.id, owner.id))
    expect(JSON.stringify(rows)).not.toContain(token)
    const traces = await harness.db.select().from(auditLog).where(eq(auditLog.entityUuid, owner.uuid))
    expect(traces).toMatchObject([{ action: 'recoveryAsked', address: '127.0.0.1', detail: null }])
  })

  it('is written of five times an hour at most, and answered as ever', async () => {
    const owner = await harness.person('OWNER')
    const answers = []
    for (let time = 0; time < 7; time++) answers.push(await ask(owner.email))
    expect(new Set(answers.map(({ status, message }) => `${status} ${message}`)).size).toBe(1)
    await mailbox.letterTo(owner.email, 5)
    const other = await harness.person('OWNER')
    await ask(other.email)
    await mailbox.letterTo(other.email)
    expect(mailbox.sentTo(owner.email)).toHaveLength(5)
  })
})

describe('a letter', () => {
  it('is in its reader’s language and direction, and no name becomes markup', async () => {
    const owner = await createUser(harness.db, {
      role: 'OWNER',
      firstName: '<b>דנה</b>',
      selectedLanguage: 'iw',
    })
    await ask(owner.email)
    const letter = await mailbox.letterTo(owner.email)
    expect(letter.subject).toBe('בחירת סיסמה חדשה')
    expect(letter.html).toContain('dir="rtl"')
    expect(letter.html).toContain('&lt;b&gt;דנה')
    expect(letter.from).toMatchObject({ name: 'Carewatch', address: 'care@carewatch.test' })
  })
})

describe('an account of one’s own, where mail is sent', () => {
  const register = (body: object) => harness.call('POST', '/auth/register', { body })
  const nina = { firstName: 'Nina', userName: 'nina', password: 'blue river 77' }

  it('works by the link of the mail, and not before', async () => {
    const email = 'nina@carewatch.test'
    const answer = await register({ ...nina, email, contactNumber: '050-123 4567' })
    expect(answer).toMatchObject({
      status: 200,
      context: { email: 'n***@carewatch.test', confirmByMail: true },
    })
    expect((await login(email, nina.password)).status).toBe(401)
    await choose(tokenIn(await mailbox.letterTo(email)), nina.password)
    expect((await login('nina', nina.password)).context.user).toMatchObject({
      role: 'USER',
      userType: 'WATCH',
      companyUuid: null,
      branchUuid: null,
    })
  })

  it('is answered the same for an address that has one already, whose owner is told', async () => {
    const owner = await createUser(harness.db, { role: 'OWNER', email: 'n.owner@carewatch.test' })
    const answer = await register({ ...nina, email: owner.email })
    const fresh = await register({ ...nina, email: 'n.fresh@carewatch.test' })
    expect(answer).toEqual(fresh)
    expect((await mailbox.letterTo(owner.email)).subject).toBe('You already have an account')
    expect((await login(owner.email, TEST_PASSWORD)).status).toBe(200)
    const letter = await mailbox.letterTo('n.fresh@carewatch.test')
    expect(letter.text).toContain('n.fresh@carewatch.test')
  })
})
