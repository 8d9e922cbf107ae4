import { createUser } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
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
  const owner = await createUser(harness.db, { role: 'OWNER' })
  const body = { userUuid: owner.uuid, newPassword: 'blue river 77' }
  const { context } = await harness.call('POST', '/admin/changePasswordByAdmin', { token, body })
  expect(context).toMatchObject({ password: null, isMailed: false })
  const letter = await mailbox.letterTo(owner.email)
  expect(letter.subject).toBe('Your new password')
  expect(letter.text).not.toContain('blue river')
  expect((await login(owner.email, 'blue river 77')).status).toBe(200)
})

it('a password that was made for somebody who lost theirs goes by mail', async () => {
  const { token } = await harness.person('ADMIN')
  const owner = await createUser(harness.db, { role: 'OWNER' })
  const body = { userUuid: owner.uuid }
  await harness.call('POST', '/admin/changePasswordByAdmin', { token, body })
  const { text } = await mailbox.letterTo(owner.email)
  expect((await login(owner.email, passwordIn(text))).status).toBe(200)
})
