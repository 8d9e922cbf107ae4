import type { Scope } from '@carewatch/contracts/scopes'
import { createBranch, createDevice, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { outgoingEvents } from '@carewatch/migrations/schema/webhooks'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { look, type Screen } from '../testing/screen.ts'
import { cursorOf } from './cursor.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})

type Wanted = { scopes?: Scope[]; branchUUIDs?: string[] }

async function secretOf({
  scopes = ['live:read', 'alarms:read'],
  branchUUIDs,
}: Wanted = {}): Promise<string> {
  const body = { name: 'Partner', scopes, password: TEST_PASSWORD, ...(branchUUIDs && { branchUUIDs }) }
  const { token } = fixture.people.MANAGER
  return (await harness.call('POST', '/apiKeys/new', { token, body })).context.secret
}

async function anAlarm(branchId = fixture.branch.id, deviceId = fixture.device.id) {
  const [alarm] = await harness.db
    .insert(alarms)
    .values({
      deviceId,
      companyId: fixture.company.id,
      branchId,
      kind: 'BATTERY',
      category: 'TECHNICAL',
      severity: 'LOW',
      openedAt: new Date(),
      lastAt: new Date(),
      // Each is an incident of its own, and several may be of one watch.
      rehearsal: false,
      active: false,
      closedAt: new Date(),
    })
    .returning()
  if (!alarm) throw new Error('no alarm')
  return alarm
}

const stepOf = (alarmId: number, note: string) =>
  harness.db.insert(alarmHistory).values({ alarmId, step: 'COMMENTED', note })

type Sent = { cursor: string; event: { type: string; data: Record<string, Record<string, unknown> | null> } }
// Safe: of messages of that type.
const eventsOf = ({ received }: Screen): Sent[] =>
  received.filter(({ type }) => type === 'event') as unknown as Sent[]
const noteOf = ({ event }: Sent): string => String(event.data['step']?.['note'])
const positionOf = (cursor: string): number =>
  Number(Buffer.from(cursor, 'base64url').toString().split(':')[1])

async function follow(secret: string, after?: string): Promise<Screen> {
  const program = await look(harness, secret)
  program.send({ type: 'follow', ...(after !== undefined && { after }) })
  return program
}

const untilPositioned = () =>
  until('all have their positions', async () => {
    const isOpen = and(eq(outgoingEvents.companyId, fixture.company.id), isNull(outgoingEvents.position))
    return (await harness.db.$count(outgoingEvents, isOpen)) === 0
  })

describe('a program that follows', () => {
  it('misses nothing, however often its connection dies in the middle of a storm', async () => {
    const secret = await secretOf()
    let program = await follow(secret)
    const begun = await program.untilReceived('reached')
    let handled = String(begun?.['cursor'])
    const all = await Promise.all(Array.from({ length: 6 }, () => anAlarm()))
    const written = all.flatMap(({ id }) => Array.from({ length: 15 }, (_, nth) => `${id}/${nth}`))
    const storm = Promise.all(
      all.map(async ({ id }) => {
        for (let nth = 0; nth < 15; nth++) await stepOf(id, `${id}/${nth}`)
      }),
    )
    const dealtWith: Sent[] = []
    while (dealtWith.length < written.length) {
      await until('something comes', () => eventsOf(program).length > 0)
      // Of what came until it dies it deals with a part.
      const some = eventsOf(program).slice(0, 17)
      program.socket.terminate()
      dealtWith.push(...some)
      handled = some.at(-1)?.cursor ?? handled
      program = await follow(secret, handled)
    }
    await storm
    program.socket.terminate()
    expect(dealtWith.map(noteOf).toSorted()).toEqual(written.toSorted())
    const positions = dealtWith.map(({ cursor }) => positionOf(cursor))
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    for (const { id } of all) {
      const own = dealtWith.map(noteOf).filter((note) => note.startsWith(`${id}/`))
      expect(own).toEqual(Array.from({ length: 15 }, (_, nth) => `${id}/${nth}`))
    }
  })

  it('is sent what a transaction commits late, after what came before it', async () => {
    const program = await follow(await secretOf())
    await program.untilReceived('reached')
    const [late, soon] = [await anAlarm(), await anAlarm()]
    await harness.db.transaction(async (tx) => {
      await tx.insert(alarmHistory).values({ alarmId: late.id, step: 'COMMENTED', note: 'late' })
      await stepOf(soon.id, 'soon')
      await until('the other comes', () => eventsOf(program).length === 1)
    })
    await until('both came', () => eventsOf(program).length === 2)
    expect(eventsOf(program).map(noteOf)).toEqual(['soon', 'late'])
    program.socket.terminate()
  })

  it('is told what its scopes and branches hold, and goes on behind the rest', async () => {
    const branch = await createBranch(harness.db, fixture.company.id)
    const device = await createDevice(harness.db, { companyId: fixture.company.id, branchId: branch.id })
    const other = await createCompanyFixture(harness)
    const program = await follow(await secretOf({ branchUUIDs: [fixture.branch.uuid] }))
    await program.untilReceived('reached')
    const foreign = await raiseAlarm(harness, other)
    await stepOf(foreign.alarm.id, 'foreign')
    const here = await anAlarm()
    await stepOf(here.id, 'here')
    // A task with it, which is not in its scopes, and an alarm of another branch.
    await raiseAlarm(harness, { ...fixture, device, branch })
    await stepOf((await anAlarm(branch.id, device.id)).id, 'elsewhere')
    await until('it came', () => eventsOf(program).length === 1)
    await untilPositioned()
    const newest = sql<number>`max(position)::float8`
    const isOwn = eq(outgoingEvents.companyId, fixture.company.id)
    const [last] = await harness.db.select({ newest }).from(outgoingEvents).where(isOwn)
    const reached = () => program.received.filter(({ type }) => type === 'reached').at(-1)?.['cursor']
    await until('the rest is behind it', () => positionOf(String(reached())) === last?.newest)
    expect(eventsOf(program).map(noteOf)).toEqual(['here'])
    program.socket.terminate()
  })

  it.each([
    ['nonsense', 'invalid'],
    [cursorOf({ position: 1, at: new Date(Date.now() - 30 * 86_400_000) }), 'lost'],
    [cursorOf({ position: 10 ** 12, at: new Date() }), 'lost'],
  ])('is refused %s, and may begin anew', async (after, reason) => {
    const program = await follow(await secretOf(), after)
    expect(await program.untilReceived('followRefused')).toMatchObject({ reason })
    program.send({ type: 'follow' })
    await program.untilReceived('reached')
    program.socket.terminate()
  })

  it('is no person', async () => {
    const person = await look(harness, fixture.people.MANAGER.token)
    person.send({ type: 'follow' })
    await until('it is closed', () => person.closed.code !== 0)
    expect(person.closed.code).toBe(1_008)
  })
})

describe('GET /events', () => {
  const ask = (token: string, query = '') => harness.call('GET', `/events${query}`, { token })

  it('begins at this moment, and goes on page by page to what is newest', async () => {
    const token = await secretOf()
    const alarm = await anAlarm()
    await stepOf(alarm.id, 'before')
    await untilPositioned()
    const begun = (await ask(token)).context
    expect(begun).toMatchObject({ events: [], isMore: false })
    for (const note of ['one', 'two', 'three']) await stepOf(alarm.id, note)
    await untilPositioned()
    const pages: { events: Sent[]; next: string; isMore: boolean }[] = []
    let after: string = begun.next
    do {
      pages.push((await ask(token, `?after=${after}&size=2`)).context)
      after = pages.at(-1)?.next ?? ''
    } while (pages.at(-1)?.isMore)
    expect(pages.map(({ events }) => events.map(noteOf))).toEqual([['one', 'two'], ['three']])
    const again = (await ask(token, `?after=${pages[0]?.events[0]?.cursor}`)).context
    expect(again.events.map(noteOf)).toEqual(['two', 'three'])
    expect(again.events[0].event).toMatchObject({
      type: 'alarm.commented',
      data: { alarm: { uuid: alarm.uuid } },
    })
  })

  it('refuses what is no cursor, one that is lost, sizes that are none, and keys without the scope', async () => {
    const token = await secretOf()
    expect((await ask(token, '?after=x')).context.errors).toHaveProperty('after')
    expect((await ask(token, `?after=${'x'.repeat(101)}`)).status).toBe(400)
    expect((await ask(token, '?size=101')).context.errors).toHaveProperty('size')
    const old = cursorOf({ position: 1, at: new Date(Date.now() - 30 * 86_400_000) })
    expect(await ask(token, `?after=${old}`)).toMatchObject({
      status: 409,
      context: { reason: 'cursorLost' },
    })
    const without = await ask(await secretOf({ scopes: ['alarms:read'] }))
    expect(without).toMatchObject({ status: 403, context: { scope: 'live:read' } })
  })

  it('shows nothing of another company, whoever has its cursor', async () => {
    const token = await secretOf()
    const other = await createCompanyFixture(harness)
    const from = (await ask(token)).context.next
    const foreign = await raiseAlarm(harness, other)
    await stepOf(foreign.alarm.id, 'foreign')
    const isTheirs = and(eq(outgoingEvents.companyId, other.company.id), isNull(outgoingEvents.position))
    await until('it has its position', async () => (await harness.db.$count(outgoingEvents, isTheirs)) === 0)
    expect((await ask(token, `?after=${from}`)).context.events).toEqual([])
    const theirs = await ask(other.people.MANAGER.token, `?after=${from}`)
    expect(theirs.context.events.length).toBeGreaterThan(0)
  })
})
