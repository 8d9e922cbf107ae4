import { subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import { backport } from '@carewatch/contracts/http/fhir-subscriptions'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { webhookDeliveries, webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Subscription } from '@medplum/fhirtypes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askFhir } from '../../testing/fhir-calls.ts'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../../testing/harness.ts'
import { startReceiver } from '../../webhooks/testing.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32' })
})
afterAll(() => harness.close())

async function subscribed(by: CompanyFixture) {
  const body = {
    name: 'Hospital',
    password: TEST_PASSWORD,
    scopes: ['fhir:read', 'fhir:write', 'alarms:read'],
  }
  const { token } = by.people.MANAGER
  const key: string = (await harness.call('POST', '/apiKeys/new', { token, body })).context.secret
  const receiver = await startReceiver()
  const made = await fetch(`${harness.api.url}/api/fhir/Subscription`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/fhir+json' },
    body: JSON.stringify({
      resourceType: 'Subscription',
      status: 'requested',
      reason: 'The ward',
      criteria: subscriptionTopics.alarms.url,
      channel: {
        type: 'rest-hook',
        endpoint: receiver.url,
        _payload: { extension: [{ url: backport.content, valueCode: 'id-only' }] },
      },
    }),
  })
  // Safe: held against the definitions elsewhere.
  const { id = '' } = (await made.json()) as Subscription
  const [row] = await harness.db.select().from(webhooks).where(eq(webhooks.uuid, id))
  await until('it is asked', () => receiver.received.length === 1)
  return { by, key, id, webhookId: row?.id ?? 0, receiver }
}

async function happened({ by }: { by: CompanyFixture }): Promise<void> {
  await raiseAlarm(harness, by)
  const [alarm] = await harness.db.select().from(alarms).where(eq(alarms.companyId, by.company.id))
  await harness.db.insert(alarmHistory).values({ alarmId: alarm?.id ?? 0, step: 'OPENED' })
}

it('of a message that cannot be made its program and its managers learn, and it holds up nobody else', async () => {
  const [ours, theirs] = [
    await subscribed(await createCompanyFixture(harness)),
    await subscribed(await createCompanyFixture(harness)),
  ]
  const waiting = async () =>
    (
      await harness.db
        .select()
        .from(webhookDeliveries)
        .where(sql`webhook_id = ${ours.webhookId} and state = 'QUEUED'`)
    )[0]
  const again = (values: Partial<typeof webhookDeliveries.$inferInsert>) =>
    harness.db
      .update(webhookDeliveries)
      .set({ ...values, nextAt: sql`now()` as never })
      .where(sql`webhook_id = ${ours.webhookId} and state = 'QUEUED'`)
  const read = async () =>
    (await askFhir<Subscription>(harness, `Subscription/${ours.id}`, ours.key)).resource
  // Locked with a secret that is not there any more.
  await harness.db
    .update(webhooks)
    .set({ secretLocked: Buffer.from('of another secret') })
    .where(eq(webhooks.id, ours.webhookId))
  await happened(ours)
  await until('it was tried', async () => (await read()).error !== undefined)
  expect(await read()).toMatchObject({ status: 'active', error: 'The last message could not be made.' })

  // However often it was tried, others are sent theirs.
  await again({ attempts: 32_767 })
  await happened(theirs)
  await until('the others are told', () => theirs.receiver.received.length === 2)

  // Nothing else went through meanwhile.
  const long = new Date(Date.now() - 25 * 3_600_000)
  await harness.db.update(webhooks).set({ lastSentAt: long }).where(eq(webhooks.id, ours.webhookId))
  await again({ triedSince: long })
  await until('it pauses', async () => (await read()).status === 'error')
  const [row] = await harness.db.select().from(webhooks).where(eq(webhooks.id, ours.webhookId))
  expect(row?.pause).toBe('failing')
  expect((await waiting())?.state).toBe('QUEUED')
  await Promise.all([ours.receiver.close(), theirs.receiver.close()])
})
