import type { Role } from '@carewatch/contracts/roles'
import { createSession } from '@carewatch/migrations/factories'
import { auditLog } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleOf } from '../testing/examples.ts'
import { createCompanyFixture, type CompanyFixture, raiseAlarm, record } from '../testing/fixtures.ts'
import { type Harness, startHarness, tokenFor } from '../testing/harness.ts'
import { addressOf, guarded, mayAsk, newAddress, tracesFrom } from '../testing/walk.ts'
import { shown } from './shown.ts'

type Call = (typeof guarded)[number]

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture)
  const pulse = { metric: 'heartRate', minutes: 60, every: 5, value: () => 72.5 } as const
  await record(harness, fixture.device.id, pulse)
})
afterAll(() => harness.close())

const soon = { timeout: 15_000, interval: 20 }
const OF_STAFF: readonly Role[] = ['MANAGER', 'SUPERVISOR', 'BRANCH_MONITOR', 'ADMIN']

/** Somebody who never looked at anybody before. */
async function newViewer({ endpoint }: Call) {
  const role = OF_STAFF.find((one) => mayAsk(endpoint).includes(one)) ?? 'OWNER'
  const { company, branch } = fixture
  const isOfBranch = role === 'SUPERVISOR' || role === 'BRANCH_MONITOR'
  const place = role === 'ADMIN' ? {} : { companyId: company.id, ...(isOfBranch && { branchId: branch.id }) }
  const { id, uuid } = await harness.person(role, place)
  const { uuid: session } = await createSession(harness.db, id)
  return tokenFor({ uuid, session })
}

/** What the person under care and those around them are known by. */
const known = ({ wearer, device, people }: CompanyFixture): string[] => [
  wearer.uuid,
  wearer.firstName,
  device.uuid,
  device.imei,
  people.OWNER.uuid,
  people.RELATIVE.uuid,
  people.USER.uuid,
]

describe('an answer that shows somebody leaves a trace of it', () => {
  // The audit log names whoever did anything, which is their work: of it those are noted to whom it was done.
  it.each(guarded.filter(({ name }) => name !== 'auditTrail'))('$line', async (call) => {
    const { name, endpoint } = call
    const input = await exampleOf(name).ask(fixture, harness)
    const [token, from] = [await newViewer(call), newAddress()]
    const { status, text } = await harness.exchange(endpoint.method, addressOf(endpoint, input), {
      from,
      token,
      ...('body' in input && { body: input.body }),
      ...(input.form && { form: input.form }),
    })
    // What is asked of somebody by name is about them, also where the answer is numbers alone.
    const asked = endpoint.method === 'GET' ? JSON.stringify(input) : ''
    if (status !== 200 || !known(fixture).some((one) => (asked + text).includes(one))) return
    const shows = shown[name]
    expect(shows, 'whom it shows').not.toBe('nobody')
    const ofKinds = async (kinds: readonly string[]) => {
      const found = kinds.map((kind) =>
        harness.db.$count(auditLog, and(eq(auditLog.address, from), eq(auditLog.action, kind))),
      )
      return Math.min(...(await Promise.all(found)))
    }
    const traces = () => (typeof shows === 'object' ? ofKinds(shows.kinds) : tracesFrom(harness, from))
    await expect.poll(traces, soon).toBeGreaterThan(0)
  })
})

it('the audit log leaves a trace of those to whom something was done', async () => {
  const { wearer, company } = fixture
  const [manager, from] = [await harness.person('MANAGER', { companyId: company.id }), newAddress()]
  const done = { action: 'updated', entity: 'wearer', entityUuid: wearer.uuid, companyId: company.id }
  await harness.db.insert(auditLog).values(done)
  const address = `/audit?entityUuid=${wearer.uuid}&action=updated`
  const { status } = await harness.exchange('GET', address, { from, token: manager.token })
  expect(status).toBe(200)
  const of = and(eq(auditLog.address, from), eq(auditLog.entityUuid, wearer.uuid))
  await expect.poll(() => harness.db.$count(auditLog, of), soon).toBe(1)
})
