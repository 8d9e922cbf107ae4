import type { LiveEvent } from '@carewatch/contracts/events'
import { auditLog } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { publishedOf } from '../testing/live-events.ts'
import { look, publish, settled } from '../testing/screen.ts'
import { shownLive } from './note-watched.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture)
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

const soon = { timeout: 15_000, interval: 100 }
type Type = LiveEvent['type']
// Safe: the record's own keys.
const types = Object.keys(shownLive) as Type[]

describe.each(types)('%s, live', (type) => {
  it('leaves a trace of whom it shows, and of nobody whom it does not', async () => {
    const { device, wearer } = fixture
    const { topic, event } = await publishedOf(harness, fixture, type)
    const { id, token } = await harness.person('ADMIN')
    const screen = await look(harness, token)
    screen.send({ type: 'watch', devices: [device.uuid], located: [device.uuid] })
    await settled(screen)
    await until('it is heard', async () => {
      await publish(harness, topic, event)
      await settled(screen)
      return screen.received.some((message) => message.type === type)
    })
    const passed = JSON.stringify(screen.received.filter((message) => message.type === type))
    const isShown = [wearer.uuid, device.uuid, device.imei].some((name) => passed.includes(name))
    const kind = shownLive[type]
    expect(isShown).toBe(kind !== 'nobody')
    const of = and(eq(auditLog.userId, id), eq(auditLog.action, kind))
    await expect.poll(() => harness.db.$count(auditLog, of), soon).toBe(isShown ? 1 : 0)
    screen.socket.close()
  })
})
