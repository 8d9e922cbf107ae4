import { createUser } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const register = (body: object) => harness.call('POST', '/auth/register', { body })
const nina = { firstName: 'Nina', userName: 'Nina', email: 'nina@carewatch.test', password: 'ab7q' }

it('makes a plain user who may sign in at once, where no mail is sent', async () => {
  const answer = await register({ ...nina, contactNumber: '050-123 4567', selectedLanguage: 'ru' })
  expect(answer).toMatchObject({
    status: 200,
    context: { email: 'n***@carewatch.test', confirmByMail: false },
  })
  const body = { email: 'nina', password: 'ab7q' }
  const signedIn = await harness.call('POST', '/auth/login', { body })
  expect(signedIn.context.user).toMatchObject({
    role: 'USER',
    userType: 'WATCH',
    companyUuid: null,
    branchUuid: null,
    selectedLanguage: 'ru',
  })
})

it('says which of the two is taken', async () => {
  const other = await createUser(harness.db, { role: 'OWNER' })
  const again = { ...nina, userName: 'fresh', email: other.email.toUpperCase() }
  expect(await register(again)).toMatchObject({ status: 409, context: { reason: 'emailTaken' } })
  const named = { ...nina, userName: other.userName, email: 'fresh@carewatch.test' }
  expect(await register(named)).toMatchObject({ status: 409, context: { reason: 'userNameTaken' } })
})

it.each(['role', 'userType', 'companyId', 'branchId', 'isActive', 'supervisor'])(
  'takes nobody’s word for their %s',
  async (field) => {
    const answer = await register({ ...nina, email: 'x@carewatch.test', [field]: 'ADMIN' })
    expect(answer).toMatchObject({ status: 400, context: { errors: { [field]: 'is not known' } } })
  },
)

it('warns of a password everybody tries, and of nothing else', async () => {
  const common = await register({ ...nina, userName: 'n2', email: 'n2@carewatch.test', password: '1234' })
  expect(common.context.strength).toEqual({
    score: 0,
    isCommon: true,
    warning: 'This is one of the passwords people guess first',
  })
  const good = { ...nina, userName: 'n3', email: 'n3@carewatch.test', password: 'blue river at noon 77' }
  expect((await register(good)).context.strength).toEqual({ score: 4, isCommon: false })
})

it('names what is missing or no number, address or password', async () => {
  const answer = await register({ email: 'nobody', password: 'abc', firstName: ' ' })
  expect(answer.context.errors).toEqual({
    email: 'is not a valid e-mail address',
    password: 'must have at least 4 characters',
    firstName: 'is required',
  })
  const phone = await register({ ...nina, email: 'n4@carewatch.test', contactNumber: 'call me' })
  expect(phone).toMatchObject({ status: 400, context: { errors: { contactNumber: expect.any(String) } } })
})
