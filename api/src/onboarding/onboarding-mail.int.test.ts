import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { type Mailbox, startMailbox, tokenIn } from '@carewatch/simulator/providers/mailbox'
import { startHarness, type Harness } from '../testing/harness.ts'
import { anOpenDevice, aRequest } from './examples.ts'

const home = 'https://care.example'

let harness: Harness
let mailbox: Mailbox
let fixture: CompanyFixture
let device: Awaited<ReturnType<typeof anOpenDevice>>
beforeAll(async () => {
  mailbox = await startMailbox()
  harness = await startHarness({ SMTP_URL: mailbox.url, PUBLIC_URL: home })
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  device = await anOpenDevice(fixture, harness)
})
afterAll(async () => {
  await harness.close()
  await mailbox.close()
})

const address = () => `sara-${crypto.randomUUID()}@carewatch.test`
const send = (body: object = {}, role: keyof CompanyFixture['people'] = 'SUPERVISOR') =>
  harness.call('POST', '/devices/onboard/sendEmail', {
    token: fixture.people[role].token,
    body: { deviceUUID: device.uuid, emailAddress: address(), baseURL: home, ...body },
  })

it('mails the link of the wizard, which leads to our own address and names the supervisor', async () => {
  const emailAddress = address()
  const answer = await send({ emailAddress, baseURL: `${home}/somewhere?else` })
  expect(answer).toMatchObject({ status: 200, message: 'Email Sent Successfully' })
  const { text = '' } = await mailbox.letterTo(emailAddress)
  const { SUPERVISOR } = fixture.people
  expect(text).toContain(`${home}/ndr/onboard/device?deviceId=${device.uuid}&supervisorId=${SUPERVISOR.uuid}`)
})

it.each(['https://evil.example', `${home}.evil.example`, 'javascript:alert(1)', 'nowhere'])(
  'never mails a link for %s',
  async (baseURL) => {
    expect((await send({ baseURL })).context.errors).toEqual({ baseURL: 'is not valid' })
  },
)

it.each(['sara@carewatch.test\r\nBcc: all@evil.example', 'a@b.example,c@d.example', 'sara'])(
  'mails to nobody like %j',
  async (emailAddress) => {
    expect((await send({ emailAddress })).context.errors).toEqual({
      emailAddress: 'is not a valid e-mail address',
    })
  },
)

it('mails three times an hour for one device', async () => {
  const answers = await Promise.all([send(), send(), send(), send(), send()])
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

it('mails nothing for an owned device, nor for another house, nor for a monitor', async () => {
  expect((await send({ deviceUUID: fixture.device.uuid })).context).toEqual({ reason: 'deviceOwned' })
  const other = await createCompanyFixture(harness)
  expect((await send({ deviceUUID: other.device.uuid })).status).toBe(404)
  expect((await send({}, 'MONITOR')).status).toBe(403)
})

it('invites by mail alone; whoever makes an account with that address finds the invitation there', async () => {
  const { uuid } = await aRequest(fixture, harness)
  const { token } = fixture.people.MANAGER
  const { context } = await harness.call('POST', `/onboarding/approve/${uuid}`, { token, body: {} })
  const [{ email, link, isMailed }] = context.invitations
  expect({ link, isMailed }).toEqual({ link: null, isMailed: true })
  const letter = await mailbox.letterTo(email)
  expect(letter.text).toMatch(/https:\/\/care\.example\/auth\/invitation#\S{43}/)
  expect(letter.text).not.toMatch(/Sara|Levi/)

  const password = 'a long password of Sara 4'
  const person = { firstName: 'Sara', email, password }
  await harness.call('POST', '/auth/register', { body: person })
  const body = { token: tokenIn(await mailbox.letterTo(email, 2)), newPassword: password }
  await harness.call('POST', '/auth/changePasswordFromLink', { body })
  const signedIn = await harness.call('POST', '/auth/login', { body: { email, password } })
  const sara = String(signedIn.context.token)
  const mine = await harness.call('GET', '/invitations/mine', { token: sara })
  expect(mine.context).toMatchObject({
    total: 1,
    isAddressProven: true,
    invitations: [{ kind: 'ONBOARDING' }],
  })
  const accepted = { uuid: mine.context.invitations[0].uuid }
  const answer = await harness.call('POST', '/invitations/accept', { token: sara, body: accepted })
  expect(answer.status).toBe(200)
})
