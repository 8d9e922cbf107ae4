import { write } from '@carewatch/contracts/messages/write'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleOf } from '../testing/examples.ts'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { addressOf, calls, mayAsk, newAddress, staySignedInAs } from '../testing/walk.ts'

let harness: Harness
let fixture: CompanyFixture
let token: string
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture)
  token = await staySignedInAs(harness, fixture, 'MANAGER')
})
afterAll(() => harness.close())

/** As a version after this one has written it, and this one is asked by whoever has not been updated, or has gone back. */
async function laterVersionWrote(): Promise<void> {
  await harness.db.execute(
    sql`update alarms set kind = 'OF_A_LATER_VERSION', metric = case when metric is null then null else 'ofALaterVersion' end`,
  )
  await harness.db.execute(
    sql`update tasks set alert_type = 'OF_A_LATER_VERSION' where alert_type is not null or alarm_id is not null`,
  )
}

const unknown = write('en', 'alarm.UNKNOWN_ALARM') ?? ''

it('an alarm of a kind that only a later version knows is listed as one that nobody can read', async () => {
  await laterVersionWrote()
  const { context } = await harness.call('GET', '/notification/all', { token })
  expect(context.notifications).toEqual([
    expect.objectContaining({ kind: 'UNKNOWN_ALARM', metric: null, message: unknown, severity: 'HIGH' }),
  ])
  const tasks = await harness.call('GET', `/tasks/all/${Date.now() - 86_400_000}`, { token })
  expect(tasks.context.tasks).toEqual([
    expect.objectContaining({ alertType: 'UNKNOWN_ALARM', title: unknown }),
  ])
})

/** Files say what is stored, to the letter. */
const isFile = (path: string): boolean => path.startsWith('/export/')

it.each([
  ['/notification/all?type=ALARM', 1],
  ['/notification/all?kind=UNKNOWN_ALARM', 1],
  ['/notification/all?type=NOTIFICATION', 0],
  ['/alarms?kind=UNKNOWN_ALARM', 1],
  ['/alarms?kind=SOS', 0],
])('%s finds it among the unknown ones', async (path, total) => {
  await laterVersionWrote()
  const { context } = await harness.call('GET', path, { token })
  expect(context.total).toBe(total)
})

it.each(calls.filter(({ endpoint }) => endpoint.method === 'GET' && !isFile(endpoint.path)))(
  '$line answers, with such an alarm in what it reads',
  async ({ name, endpoint }) => {
    const input = await exampleOf(name).ask(fixture, harness)
    await laterVersionWrote()
    const as = mayAsk(endpoint)[0] ?? 'ADMIN'
    const answer = await harness.exchange('GET', addressOf(endpoint, input), {
      token: await staySignedInAs(harness, fixture, as),
      from: newAddress(),
    })
    expect(answer.status).toBeLessThan(400)
    if (!answer.json) return
    expect(answer.text).not.toContain('OF_A_LATER_VERSION')
    expect(endpoint.reply.safeDecode(answer.json.context).success).toBe(true)
  },
)
