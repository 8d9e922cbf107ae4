import { createCompany, createUser, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mailbox, startMailbox, tokenIn } from '@carewatch/simulator/providers/mailbox'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  harness = await startHarness({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://care.example' })
})
afterAll(async () => {
  await harness.close()
  await mailbox.close()
})

const passwordIn = (text = ''): string => /^(\w{16})$/m.exec(text)?.[1] ?? ''
const login = (email: string, password: string) =>
  harness.call('POST', '/auth/login', { body: { email, password } })

it('a first password that was made goes by mail, and into no answer', async () => {
  const { token } = await harness.person('ADMIN')
  const email = 'olga@carewatch.test'
  const body = {
    firstName: 'Olga',
    userName: 'olga',
    email,
    sendPassword: true,
    role: 'OWNER',
    userType: 'WATCH',
    contactNumber: '0501234567',
    selectedLanguage: 'ru',
  }
  const { context } = await harness.call('POST', '/admin/user/new', { token, body })
  expect(context).toMatchObject({ password: null, isMailed: true })
  const letter = await mailbox.letterTo(email)
  expect(letter.subject).toBe('Ваша учётная запись')
  expect(letter.text).toContain('https://care.example/auth/login')
  expect((await login(email, passwordIn(letter.text))).context.user.mustChangePassword).toBe(true)
})

it('a password an administrator chose is told of by mail and not in it', async () => {
  const { token } = await harness.person('ADMIN')
  const owner = await createUser(harness.db, { role: 'OWNER', mustChangePassword: true })
  const body = { userUuid: owner.uuid, newPassword: 'blue river 77' }
  const { context } = await harness.call('POST', '/admin/changePasswordByAdmin', { token, body })
  expect(context).toMatchObject({ password: null, isMailed: false })
  const letter = await mailbox.letterTo(owner.email)
  expect(letter.subject).toBe('Your new password')
  expect(letter.text).not.toContain('blue river')
  expect((await login(owner.email, 'blue river 77')).status).toBe(200)
})

it('a password that was made for somebody who never used theirs goes by mail', async () => {
  const { token } = await harness.person('ADMIN')
  const owner = await createUser(harness.db, { role: 'OWNER', mustChangePassword: true })
  const body = { userUuid: owner.uuid }
  await harness.call('POST', '/admin/changePasswordByAdmin', { token, body })
  const { text } = await mailbox.letterTo(owner.email)
  expect((await login(owner.email, passwordIn(text))).status).toBe(200)
})

it('somebody who lost the password they chose gets a link, and nobody else does', async () => {
  const { token } = await harness.person('ADMIN')
  const owner = await createUser(harness.db, { role: 'OWNER' })
  const answer = await harness.call('POST', `/admin/user/sendRecovery/${owner.uuid}`, { token, body: {} })
  const letter = await mailbox.letterTo(owner.email)
  expect(JSON.stringify(answer)).not.toContain(tokenIn(letter))
  const body = { token: tokenIn(letter), newPassword: 'green river 78' }
  expect((await harness.call('POST', '/auth/changePasswordFromLink', { body })).status).toBe(200)
  expect((await login(owner.email, 'green river 78')).status).toBe(200)
})

const MAILBOX = 'their.new.box@carewatch.test'

it('another mailbox is theirs once its link was opened by whoever asked; the former one is told', async () => {
  const owner = await harness.person('OWNER')
  const thief = await harness.person('OWNER')
  const ask = (email: string, password = TEST_PASSWORD) =>
    harness.call('POST', '/auth/changeEmail', { token: owner.token, body: { email, password } })
  expect((await ask(MAILBOX, 'wrong')).status).toBe(400)
  expect((await ask(MAILBOX)).context).toMatchObject({ isMailed: true })
  const link = { token: tokenIn(await mailbox.letterTo(MAILBOX)) }
  const open = ({ token }: { token: string }) =>
    harness.call('POST', '/auth/confirmEmail', { token, body: link })
  expect((await open(thief)).status).toBe(400)
  const rowOf = async () => (await harness.db.select().from(users).where(eq(users.id, owner.id)))[0]
  expect(await rowOf()).toMatchObject({ email: owner.email, emailProvenAt: null })
  expect((await open(owner)).context).toEqual({ email: MAILBOX })
  const row = await rowOf()
  expect(row).toMatchObject({ email: MAILBOX, newEmail: null })
  expect(row?.emailProvenAt).toBeInstanceOf(Date)
  expect((await mailbox.letterTo(owner.email)).subject).toBe('Your e-mail address was changed')
  expect((await open(owner)).status).toBe(400)
})

it('an address that somebody has is asked for like any other, and never given', async () => {
  const [owner, victim] = [await harness.person('OWNER'), await harness.person('OWNER')]
  const ask = (email: string) =>
    harness.call('POST', '/auth/changeEmail', {
      token: owner.token,
      body: { email, password: TEST_PASSWORD },
    })
  const [known, unknown] = [await ask(victim.email), await ask('nobody.yet@carewatch.test')]
  expect(known.context.isMailed).toBe(unknown.context.isMailed)
  expect(known.status).toBe(unknown.status)
})

it('a manager who adds somebody is answered alike for every address', async () => {
  const company = await createCompany(harness.db)
  const { token } = await harness.person('MANAGER', { companyId: company.id })
  const known = await harness.person('OWNER')
  const add = async (email: string) => {
    const body = {
      firstName: 'Olga',
      userName: `olga-${crypto.randomUUID()}`,
      email,
      sendPassword: true,
      role: 'OWNER',
      userType: 'WATCH',
      contactNumber: '0501234567',
    }
    const { status, context } = await harness.call('POST', '/admin/user/new', { token, body })
    const { invitation, ...rest } = context
    return { status, ...rest, link: invitation.link, isMailed: invitation.isMailed }
  }
  const unknown = 'nobody.at.all.here@carewatch.test'
  expect(await add(known.email)).toEqual(await add(unknown))
  const letters = [await mailbox.letterTo(known.email), await mailbox.letterTo(unknown)]
  const [one, two] = letters.map(({ text = '' }) => text.replaceAll(/#\S+/g, ''))
  expect(one).toBe(two)
})
