import { duties } from '@carewatch/migrations/schema/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

const HOUR = 3_600_000
let harness: Harness
let one: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  one = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const nurse = () => one.people.SUPERVISOR
const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  harness.call(method, path, { token: nurse().token, ...(body !== undefined && { body }) })
const make = async (): Promise<string> =>
  (await ask('POST', '/links/new', { kind: 'calendar', password: TEST_PASSWORD })).context.secret
async function fetchOf(secret: string) {
  const answer = await fetch(`${harness.api.url}/api/links/calendar/${secret}.ics`)
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() }
}

async function addDuty(hours: number, userId = nurse().id) {
  const fromAt = new Date(Date.now() + hours * HOUR)
  const values = { branchId: one.branch.id, userId, fromAt, toAt: new Date(Number(fromAt) + 8 * HOUR) }
  const [row] = await harness.db.insert(duties).values(values).returning()
  if (!row) throw new Error('no duty')
  return row
}

/** An instant as a calendar has it. */
const written = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const eventsIn = (text: string): string[] =>
  [...text.matchAll(/^UID:(.*)@carewatch\r$/gm)].map(([, uid = '']) => uid)

it('has one’s own duties, those of a month ago too, and no other', async () => {
  const [soon, past] = [await addDuty(5), await addDuty(-200)]
  await addDuty(-31 * 24 - 9)
  await addDuty(6, one.people.MONITOR.id)
  const answer = await fetchOf(await make())
  expect(answer.type).toContain('text/calendar')
  expect(eventsIn(answer.body)).toEqual([past.uuid, soon.uuid])
  expect(answer.body).toContain(`DTSTART:${written(soon.fromAt)}\r\nDTEND:${written(soon.toAt)}\r\n`)
  expect(answer.body).toContain(`SUMMARY:On duty: ${one.branch.name}\r\n`)
  await harness.db.update(duties).set({ deletedAt: new Date() }).where(eq(duties.id, soon.id))
  expect(eventsIn((await fetchOf(await make())).body)).toEqual([past.uuid])
})

it('is written in their language', async () => {
  await harness.db.update(users).set({ selectedLanguage: 'iw' }).where(eq(users.id, nurse().id))
  expect((await fetchOf(await make())).body).toContain(`SUMMARY:משמרת: ${one.branch.name}\r\n`)
})

it('is read by the newest address alone, until it is ended or its person is let in no more', async () => {
  const [former, secret] = [await make(), await make()]
  const statusOf = async (text: string) => (await fetchOf(text)).status
  expect([await statusOf(former), await statusOf(secret)]).toEqual([404, 200])
  const { links } = (await ask('GET', '/links/own')).context
  expect(links).toEqual([
    expect.objectContaining({ kind: 'calendar', prefix: secret.slice(0, 19), lastUsedFrom: '127.0.0.1' }),
  ])
  expect(JSON.stringify(links)).not.toContain(secret)
  const wrong = [secret.slice(0, -1), secret.replace('cw_cal', 'cw_home'), `${secret}x`, 'cw_cal_', '..%2F..']
  for (const text of wrong) expect([text, await statusOf(text)]).toEqual([text, 404])
  const setActive = (isActive: boolean) =>
    harness.db.update(users).set({ isActive }).where(eq(users.id, nurse().id))
  await setActive(false)
  expect(await statusOf(secret)).toBe(404)
  await setActive(true)
  expect(await statusOf(secret)).toBe(200)
  expect((await ask('POST', `/links/end/${links[0].uuid}`)).status).toBe(200)
  expect(await statusOf(secret)).toBe(404)
  expect((await ask('GET', '/links/own')).context.links).toEqual([])
})

it('takes their password, and is nothing for whom no duty waits', async () => {
  const wrong = await ask('POST', '/links/new', { kind: 'calendar', password: 'not it' })
  expect(wrong.status).toBe(400)
  const body = { kind: 'calendar', password: TEST_PASSWORD }
  const { token } = one.people.OWNER
  expect((await harness.call('POST', '/links/new', { token, body })).status).toBe(403)
})
