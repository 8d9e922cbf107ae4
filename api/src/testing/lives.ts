import { metric } from '@carewatch/contracts/metrics'
import type { EndpointName } from '@carewatch/contracts/http/index'
import type { Role } from '@carewatch/contracts/roles'
import { alarmHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { bookmarks, fences, relatives } from '@carewatch/migrations/schema/devices'
import { positions, readings } from '@carewatch/migrations/schema/readings'
import { eq } from 'drizzle-orm'
import { exampleOf } from './examples.ts'
import { type CompanyFixture, raiseAlarm } from './fixtures.ts'
import type { Harness } from './harness.ts'
import { addressOf, guarded, mayAsk } from './walk.ts'

/** What marks somebody's life wherever it stands in an answer: a word, where they were, and what their heart did. */
export type Life = { word: string; lat: number; heartRate: number }
export const PAST: Life = { word: 'Past', lat: 12.3456, heartRate: 61.37 }

/** All by which that life would be known. */
export const marksOf = ({ word, lat, heartRate }: Life): string[] => [
  ...['kin', 'book', 'fence', 'mark', 'task'].map((what) => `${word}${what}`),
  String(lat),
  String(heartRate),
]
export const MARKS = marksOf(PAST)

/** Which of the marks stand in an answer; that it is one of 500 and more is one. */
async function marksIn(answer: Response, marks: readonly string[]): Promise<string[]> {
  const text = await answer.text()
  const found = marks.filter((mark) => text.includes(mark))
  return answer.status >= 500 ? [String(answer.status), ...found] : found
}

/** The addresses that the samples name, by the house that they are of and the call: made once, for reading uses nothing up. */
const addresses = new WeakMap<CompanyFixture, Map<EndpointName, string>>()

/** Every call by which somebody of this role may read; beside the samples all alarms, whatever watch they are of, and the heart of this person. */
async function readsOf(
  harness: Harness,
  fixture: CompanyFixture,
  role: Role,
): Promise<[line: string, address: string][]> {
  const reads: [string, string][] = [
    ['GET /alarms, all', '/alarms?size=200'],
    ['GET /wearers/readings, heart', `/wearers/readings/${fixture.wearer.uuid}/heartRate/0`],
  ]
  const made = addresses.get(fixture) ?? new Map<EndpointName, string>()
  addresses.set(fixture, made)
  for (const { name, endpoint, line } of guarded) {
    if (endpoint.method !== 'GET' || !mayAsk(endpoint).includes(role)) continue
    const address = made.get(name) ?? addressOf(endpoint, await exampleOf(name).ask(fixture, harness))
    made.set(name, address)
    reads.push([line, address])
  }
  return reads
}

type Reported = { at: Date; fenceId?: number | null; life?: Life }

/** Lives with watches in this test's installation, and what anybody may read of them. */
export function livesIn(harness: Harness) {
  const { db, call } = harness

  /** What a watch sends of its wearer, at once or late. */
  async function report(
    fixture: CompanyFixture,
    { at, fenceId = null, life = PAST }: Reported,
  ): Promise<string> {
    const { word, lat, heartRate: value } = life
    const deviceId = fixture.device.id
    await db.insert(readings).values({ deviceId, time: at, metric: metric('heartRate').id, value })
    await db.insert(positions).values({ deviceId, time: at, lat, lng: 34.5 })
    const raised = { openedAt: at, kind: 'GEOFENCE', fenceId, value } as const
    const { alarm, task } = await raiseAlarm(harness, fixture, raised)
    await db.insert(alarmHistory).values({ alarmId: alarm.id, step: 'COMMENTED', note: `${word}comment` })
    await db
      .update(tasks)
      .set({ title: `${word}task` })
      .where(eq(tasks.id, task.id))
    return alarm.uuid
  }

  /** A life with a watch: what it reports, where she lives, who her people are, what was written about her. */
  async function live(fixture: CompanyFixture, at: Date, life: Life = PAST): Promise<string> {
    const { device, people } = fixture
    const deviceId = device.id
    const { word, lat } = life
    await db.insert(bookmarks).values({ deviceId, userId: people.OWNER.id, at, label: `${word}mark` })
    await db.insert(relatives).values({ deviceId, name: `${word}kin` })
    const [fence] = await db
      .insert(fences)
      .values({ deviceId, name: `${word}fence`, lat, lng: 34.5, radiusM: 200 })
      .returning()
    const alarmUuid = await report(fixture, { at, fenceId: fence?.id ?? null, life })
    const phonebook = [{ name: `${word}book`, number: '+972501234567' }]
    const body = { deviceUUID: device.uuid, phonebook }
    const configured = await call('POST', '/devices/configure', { token: people.MANAGER.token, body })
    if (configured.status !== 200) throw new Error(`The watch could not be set: ${configured.status}.`)
    return alarmUuid
  }

  /** Everything that somebody of this role may read, and which of the marks stand in it, by the call. */
  async function marksSeenBy(
    fixture: CompanyFixture,
    role: Role,
    { marks = MARKS, token, asked = new Set() }: Asking,
  ): Promise<Record<string, string[]>> {
    const seen: Record<string, string[]> = {}
    const headers = { authorization: `Bearer ${token}` }
    for (const [line, address] of await readsOf(harness, fixture, role)) {
      if (asked.has(address)) continue
      asked.add(address)
      const found = await marksIn(await fetch(`${harness.api.url}/api${address}`, { headers }), marks)
      if (found.length > 0) seen[line] = found
    }
    return seen
  }

  return { live, report, marksSeenBy }
}
type Asking = {
  token: string
  marks?: readonly string[]
  /** Addresses that this person has read already: they name nobody, so they tell the same around whomever. */
  asked?: Set<string>
}
