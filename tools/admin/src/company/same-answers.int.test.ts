import { isDeepStrictEqual } from 'node:util'
import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createCompanyFixture,
  type CompanyFixture,
  raiseAlarm,
  record,
} from '@carewatch/api/testing/fixtures'
import type { Input } from '@carewatch/api/testing/example'
import { exampleOf } from '@carewatch/api/testing/examples'
import { type Harness, JWT_SECRET, startHarness, tokenFor } from '@carewatch/api/testing/harness'
import { addressOf, guarded, mayAsk } from '@carewatch/api/testing/walk'
import type { Role } from '@carewatch/contracts/roles'
import { readEnv } from '@carewatch/launcher/env'
import { createSession } from '@carewatch/migrations/factories'
import { users } from '@carewatch/migrations/schema/people'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportCompany } from './export.ts'
import { importCompany } from './import.ts'
import { lockOf } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-answers-'))
let old: Harness
let fresh: Harness
let fixture: CompanyFixture
const inputs = new Map<string, Input>()
/** Whatever is of later is of the asking. */
let movedAt: number

const gets = guarded.filter(({ endpoint }) => endpoint.method === 'GET')

const installationOf = ({ url, db }: Harness) => ({
  url,
  db,
  folder,
  env: readEnv({ DATABASE_URL: url, DATA_DIR: folder, JWT_SECRET }),
})

async function tokenIn(harness: Harness, uuid: string): Promise<string> {
  const [person] = await harness.db.select({ id: users.id }).from(users).where(eq(users.uuid, uuid))
  if (!person) throw new Error('Nobody has this uuid.')
  const { uuid: session } = await createSession(harness.db, person.id)
  return tokenFor({ uuid, session })
}

/** What no example makes of itself. */
async function enrich(): Promise<void> {
  const { branch, device, wearer, people } = fixture
  const nurse = people.SUPERVISOR.id
  await old.db.execute(
    sql`insert into duties (branch_id, user_id, from_at, to_at) values (${branch.id}, ${nurse}, now() - interval '1 hour', now() + interval '7 hours')`,
  )
  await old.db.execute(
    sql`insert into task_history (task_id, user_id, change) select id, ${nurse}, '{"from": "OPEN", "status": "IN_PROGRESS"}' from tasks where branch_id = ${branch.id}`,
  )
  await old.db.execute(
    sql`insert into alarm_history (alarm_id, user_id, step) select id, ${nurse}, 'ACKNOWLEDGED' from alarms where branch_id = ${branch.id}`,
  )
  await old.db.execute(
    sql`insert into positions (time, device_id, lat, lng) select now() - n * interval '1 minute', ${device.id}, 32.8, 35 from generate_series(5, 20) n`,
  )
  await old.db.execute(
    sql`insert into wearer_care (wearer_id, allergies) values (${wearer.id}, 'Penicillin') on conflict (wearer_id) do update set allergies = excluded.allergies`,
  )
}

beforeAll(async () => {
  old = await startHarness()
  fresh = await startHarness()
  // Both have companies of the same numbers.
  await createCompanyFixture(fresh)
  fixture = await createCompanyFixture(old)
  await createCompanyFixture(old)
  await raiseAlarm(old, fixture)
  await record(old, fixture.device.id, { metric: 'heartRate', minutes: 60, every: 5, value: () => 72.5 })
  for (const { name } of gets) inputs.set(name, await exampleOf(name).ask(fixture, old))
  await enrich()
  const file = join(folder, 'one.company')
  movedAt = Date.now()
  await exportCompany(installationOf(old), fixture.company.uuid, lockOf(file))
  // No gateway speaks to the new one yet; that of the examples is said to speak to the old one.
  await old.db.update(gateways).set({ online: false })
  await importCompany(installationOf(fresh), lockOf(file))
})
afterAll(async () => {
  await old.close()
  await fresh.close()
  rmSync(folder, { recursive: true })
})

const MOMENT = /"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const timeOf = (uuid: string): number => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)

const DAY_MS = 86_400_000
/** Until now, and how far back some answers reach from now. */
const REACH_MS = [0, 14 * DAY_MS, 28 * DAY_MS]
const isOfNow = (time: number): boolean =>
  REACH_MS.some((reach) => time + reach >= movedAt && time + reach <= Date.now())

/** Without what is of the moment in which it was asked, and of the traces that asking leaves. */
const lasting = (text: string): string =>
  text
    .replaceAll(MOMENT, (whole, moment: string) => (isOfNow(Date.parse(moment)) ? '"now"' : whole))
    .replaceAll(UUID, (uuid) => (timeOf(uuid) >= movedAt ? 'new' : uuid))

async function answerOf(harness: Harness, address: string, token: string): Promise<unknown> {
  const { status, text } = await harness.exchange('GET', address, { token })
  return { status, text: lasting(text) }
}

/** What is answered otherwise because it stays behind, as parts/ says. */
const STAYS = new Set([
  'GET /auth/sessions',
  // Each has a trace of the move that the other has not.
  'GET /fhir/AuditEvent',
  'GET /apiKeys/all',
  'GET /webhooks/all',
  'GET /webhooks/deliveries/:uuid',
  'GET /events',
  'GET /devices/facets',
  'GET /devices/rejected/:uuid',
  'GET /fhir/$export/:id',
  // Receivers of the old installation, as webhooks are.
  'GET /fhir/Subscription',
  'GET /fhir/Subscription/:id',
  'GET /fhir/Subscription/:id/$events',
  'GET /fhir/Subscription/:id/$status',
])
const ROLES: readonly Role[] = ['MANAGER', 'SUPERVISOR', 'OWNER', 'RELATIVE', 'COMPANY_MONITOR']

describe.each(ROLES)('a %s', (role) => {
  let tokens: { old: string; fresh: string }
  beforeAll(async () => {
    const { uuid } = fixture.people[role]
    tokens = { old: await tokenIn(old, uuid), fresh: await tokenIn(fresh, uuid) }
  })

  it.each(gets.filter(({ endpoint, line }) => mayAsk(endpoint).includes(role) && !STAYS.has(line)))(
    'is answered the same: $line',
    async ({ name, endpoint }) => {
      const address = addressOf(endpoint, inputs.get(name) ?? {})
      const before = await answerOf(old, address, tokens.old)
      const came = await answerOf(fresh, address, tokens.fresh)
      // An hour, or a day, may have begun between the two.
      const was = isDeepStrictEqual(came, before) ? before : await answerOf(old, address, tokens.old)
      expect(came).toEqual(was)
    },
  )
})
