import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { alarmHistory } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { webhookDeliveries, webhooks, webhookTries } from '@carewatch/migrations/schema/webhooks'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { type Receiver, startReceiver } from './testing.ts'

let harness: Harness
let mailbox: Mailbox
let fixture: CompanyFixture
let receiver: Receiver
beforeAll(async () => {
  mailbox = await startMailbox()
  const WEBHOOK_NETWORKS = '127.0.0.1/32'
  harness = await startHarness({
    WEBHOOK_NETWORKS,
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'https://care.example',
  })
})
afterAll(async () => {
  await harness.close()
  await mailbox.close()
})
beforeEach(async () => {
  ;[fixture, receiver] = await Promise.all([createCompanyFixture(harness), startReceiver()])
})
afterEach(() => receiver.close())

async function makeWebhook(): Promise<{ id: number }> {
  const { token } = fixture.people.MANAGER
  const password = TEST_PASSWORD
  const ofKey = { name: 'Partner', scopes: ['alarms:read'], password }
  const key = await harness.call('POST', '/apiKeys/new', { token, body: ofKey })
  const body = { url: receiver.url, topics: ['alarms'], apiKeyUUID: key.context.apiKey.uuid, password }
  const { context } = await harness.call('POST', '/webhooks/new', { token, body })
  const [row] = await harness.db.select().from(webhooks).where(eq(webhooks.uuid, context.webhook.uuid))
  if (!row) throw new Error('no webhook')
  return row
}
const deliveriesOf = ({ id }: { id: number }) =>
  harness.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
const hurry = () => harness.db.update(webhookDeliveries).set({ nextAt: sql`now()` })

/** Ends whoever waits to write down what came of a message, as if their process were killed there. */
async function killWhoeverNotes(): Promise<void> {
  await until('somebody notes it', async () => {
    const { rows } = await harness.db.execute<{ pid: number }>(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%update webhook_deliveries set state%' and pid <> pg_backend_pid()`)
    for (const { pid } of rows) await harness.db.execute(sql`select pg_terminate_backend(${pid}::int)`)
    return rows.length > 0
  })
}

it('is sent again by the same id where whoever sent it was killed before they noted it', async () => {
  const webhook = await makeWebhook()
  const { alarm } = await raiseAlarm(harness, fixture)
  let arrived = (): void => {}
  const isThere = new Promise<void>((resolve) => (arrived = resolve))
  let mayAnswer = (): void => {}
  const isHeld = new Promise<void>((resolve) => (mayAnswer = resolve))
  receiver.answer = (received, response) => {
    arrived()
    void isHeld.then(() => receiver.take(received, response))
  }
  await harness.db.insert(alarmHistory).values({ alarmId: alarm.id, step: 'OPENED' })
  await isThere
  await harness.db.transaction(async (tx) => {
    // It was taken, and nobody can write that down.
    await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook.id)).for('update')
    mayAnswer()
    await killWhoeverNotes()
  })
  receiver.answer = receiver.take
  expect((await deliveriesOf(webhook)).map(({ state }) => state)).toEqual(['QUEUED'])
  await hurry()
  await until('it is sent', async () => (await deliveriesOf(webhook))[0]?.state === 'SENT')
  const [delivery] = await deliveriesOf(webhook)
  expect(receiver.received.map(({ id }) => id)).toEqual([`msg_${delivery?.uuid}`, `msg_${delivery?.uuid}`])
  const tries = eq(webhookTries.deliveryId, delivery?.id ?? 0)
  expect(await harness.db.$count(webhookTries, tries)).toBe(1)
})

it('is written of once to each manager in their language when it pauses by itself, and not when a person pauses it', async () => {
  const { MANAGER, SUPERVISOR } = fixture.people
  await harness.db.update(users).set({ selectedLanguage: 'de' }).where(eq(users.id, MANAGER.id))
  const [byPerson, webhook] = [await makeWebhook(), await makeWebhook()]
  const pause = (columns: object, { id } = webhook) =>
    harness.db.update(webhooks).set(columns).where(eq(webhooks.id, id))
  await pause({ pause: 'byPerson', pausedAt: new Date() }, byPerson)
  receiver.answer = (_, response) => void response.writeHead(410).end()
  const { alarm } = await raiseAlarm(harness, fixture)
  await harness.db.insert(alarmHistory).values({ alarmId: alarm.id, step: 'OPENED' })
  const gone = await mailbox.letterTo(MANAGER.email)
  expect(gone.subject).toBe('Ein Webhook ist angehalten')
  expect(gone.text).toContain('Der Webhook zu 127.0.0.1 ist angehalten: Sein Empfänger')
  expect(gone.text).toContain('https://care.example/admin/webhooks')
  expect(gone.text).not.toContain('of-the-partner')
  await pause({ pause: 'failing', pausedAt: new Date() })
  const failing = await mailbox.letterTo(MANAGER.email, 2)
  expect(failing.text).toContain('Einen Tag lang wurde nichts angenommen')
  const isMailed = async () => {
    const [row] = await harness.db.select().from(webhooks).where(eq(webhooks.id, webhook.id))
    return row?.pauseMailedAt?.getTime() === row?.pausedAt?.getTime()
  }
  await until('it is noted', isMailed)
  expect(mailbox.sentTo(SUPERVISOR.email)).toEqual([])
  expect(mailbox.sentTo(MANAGER.email)).toHaveLength(2)
})
