import asyncApiSchemas from '@asyncapi/specs'
import { WATCHED_BY_PROGRAM_MAX } from '@carewatch/contracts/events'
import { type Scope, scopes } from '@carewatch/contracts/scopes'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closings } from '../live/close-codes.ts'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { publishedOf } from '../testing/live-events.ts'
import { look, openScreen, publish, type Screen } from '../testing/screen.ts'
import { answers, type EventName, events, requests } from './messages.ts'

type Reference = { $ref: string }
type Document = {
  channels: { live: { address: string; description: string; messages: Record<string, Reference> } }
  operations: Record<string, { action: string; messages: Reference[] }>
  components: { messages: Record<string, { description?: string }> }
}

let harness: Harness
let fixture: CompanyFixture
let document: Document
let faultOf: (message: unknown) => string | undefined
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture)
  // Safe: what is looked at below fails if it is not there.
  document = (await (await fetch(`${harness.api.url}/api/asyncapi.json`)).json()) as Document
  faultOf = measuredBy(document)
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

/** What is wrong with a message, by the schema that the document has of its type. */
function measuredBy(given: object): (message: unknown) => string | undefined {
  const ajv = new Ajv({ strict: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(given, 'document')
  return (message) => {
    // Safe: a message without one is not found.
    const { type } = message as { type: string }
    const shape = ajv.getSchema(`document#/components/messages/${type}/payload`)
    if (!shape) return `${type} is not in the document`
    return shape(message) ? undefined : `${type}: ${ajv.errorsText(shape.errors)}`
  }
}

async function secretWith(wanted: readonly Scope[]): Promise<string> {
  const body = { name: 'Ward system', scopes: wanted, password: TEST_PASSWORD }
  const { token } = fixture.people.MANAGER
  const { context } = await harness.call('POST', '/apiKeys/new', { token, body })
  return context.secret
}

const namesIn = (references: Reference[]): (string | undefined)[] =>
  references.map(({ $ref }) => $ref.split('/').at(-1))

describe('the document', () => {
  it('is AsyncAPI 3.0 by its official schema', () => {
    // The schema of schemas is within it.
    const ajv = new Ajv({ strict: false, logger: false, meta: false, validateSchema: false })
    addFormats.default(ajv)
    const official: object = asyncApiSchemas.schemas['3.0.0']
    const isValid = ajv.compile(official)
    isValid(document)
    expect(isValid.errors).toBeNull()
    expect(isValid({ ...document, channels: { live: { addres: '/api/live' } } })).toBe(false)
  })

  it('refers to nothing that is not in it', () => {
    const text = JSON.stringify(document)
    const referred = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, at = '']) => at))
    const found = (at: string): unknown =>
      // Safe: it is looked for, and may be missing.
      at
        .split('/')
        .slice(1)
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], document)
    expect(referred.size).toBeGreaterThan(20)
    expect([...referred].filter((at) => found(at) === undefined)).toEqual([])
  })

  it('names what is said and what is answered, and each code that closes a socket', () => {
    const { receiveRequests, sendAnswers, sendEvents } = document.operations
    expect(namesIn(receiveRequests?.messages ?? [])).toEqual(Object.keys(requests))
    expect(namesIn(sendAnswers?.messages ?? [])).toEqual(Object.keys(answers))
    expect(namesIn(sendEvents?.messages ?? [])).toEqual(Object.keys(events))
    for (const code of Object.keys(closings))
      expect(document.channels.live.description).toContain(`- ${code}: `)
  })

  it.each([
    ['readings', 'readings:read', 'RELATIVE'],
    ['position', 'locations:read', 'RELATIVE'],
    ['notification', 'alarms:read', 'OWNER'],
    ['task', 'tasks:read', 'SUPERVISOR'],
    ['rooms', 'rooms:read', 'MONITOR'],
  ])('says who hears %s', (name, scope, role) => {
    const { description = '' } = document.components.messages[name] ?? {}
    expect(description).toContain(`\`${scope}\``)
    expect(description).toContain(role)
  })
})

/** Publishes again until it is received: a subscription takes a moment to reach the broker. */
async function receiveEach(screen: Screen, type: EventName): Promise<void> {
  const { topic, event } = await publishedOf(harness, fixture, type)
  const isThere = () => screen.received.some((message) => message.type === type)
  await until(`${type} is received`, async () => {
    if (!isThere()) await publish(harness, topic, event)
    return isThere()
  })
}

/** So many beside the one that is there. */
const addDevices = (count: number) =>
  harness.db.execute(sql`
    insert into devices (imei, imsi, name, device_model, credential_hash, company_id, branch_id)
    select '86' || lpad(n::text, 13, '0'), '425010000000001', 'Watch ' || n, 'native', 'x', ${fixture.company.id}::int, ${fixture.branch.id}::int
    from generate_series(1, ${count}::int) n`)

describe('a program', () => {
  it('hears what the document says, and nothing else', async () => {
    const screen = await look(harness, await secretWith(scopes))
    await addDevices(WATCHED_BY_PROGRAM_MAX)
    screen.send({ type: 'watch', devices: 'all' })
    expect(await screen.untilReceived('watchLimited')).toEqual({
      type: 'watchLimited',
      most: WATCHED_BY_PROGRAM_MAX,
    })
    screen.send({ type: 'watch', devices: [fixture.device.uuid], located: [fixture.device.uuid] })
    screen.send({ type: 'follow' })
    await screen.untilReceived('reached')
    await harness.db.update(tasks).set({ status: 'IN_PROGRESS' })
    await screen.untilReceived('event')
    screen.send({ type: 'follow', after: 'no cursor' })
    await screen.untilReceived('followRefused')
    screen.send({ type: 'ping' })
    // Safe: the record's own keys.
    for (const type of Object.keys(events) as EventName[]) await receiveEach(screen, type)
    await harness.db
      .update(devices)
      .set({ branchId: null, companyId: null })
      .where(eq(devices.id, fixture.device.id))
    await screen.untilReceived('handedOver')
    expect(harness.cutBroker()).toBe(1)
    await screen.untilReceived('missed')
    const { received } = screen
    screen.socket.close()
    const refused = await openScreen(harness)
    refused.send({ type: 'authorize', token: await secretWith(['alarms:read']) })
    await refused.untilReceived('refused')
    const all = [...received, ...refused.received]
    expect(all.flatMap((message) => faultOf(message) ?? [])).toEqual([])
    const sent = [...Object.keys(events), ...Object.keys(answers)]
    expect([...new Set(all.map(({ type }) => type))].toSorted()).toEqual(sent.toSorted())
  })

  it('would be found out if it were told something else', () => {
    const { device } = fixture
    expect(
      faultOf({
        type: 'presence',
        deviceUuid: device.uuid,
        online: 'yes',
        lastSeenAt: '2026-11-27T20:00:00Z',
      }),
    ).toMatch(/online/)
    expect(faultOf({ type: 'gossip' })).toMatch(/not in the document/)
  })
})
