import { invitations } from '@carewatch/migrations/schema/invitations'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { asService } from '@carewatch/platform/database/testing'
import { and, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
/** Another process on the same database. */
let another: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ LOG_LEVEL: 'fatal' })
  another = await startHarness({ DATABASE_URL: asService(harness.url, 'api') })
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(async () => {
  await another.close()
  await harness.close()
})

type Cells = Record<string, string>
type Answered = { outcome: string; seen: string; problems: Record<string, string> }

const send = (body: object, by = harness) =>
  by.call('POST', '/import', { token: fixture.people.MANAGER.token, body })
const outcomes = (rows: readonly Answered[]) => rows.map(({ outcome }) => outcome)

/** Looked at; to be brought whenever the test wants. */
async function looked(kind: string, cells: readonly Cells[]) {
  const { context } = await send({ kind, rows: cells.map((one) => ({ cells: one })) })
  const answered: Answered[] = context.rows
  const rows = cells.map((one, index) => ({ cells: one, seen: answered[index]?.seen }))
  return { answered, bring: (by?: Harness) => send({ kind, rows, apply: true }, by) }
}

const many = (of: (n: number) => Cells) => Array.from({ length: 4 }, (_, n) => of(n))
const branch = () => fixture.branch.code
const inHouse = () => and(eq(wearers.companyId, fixture.company.id), eq(wearers.lastName, 'Twin'))

describe('the same list brought twice at once', () => {
  it.each([
    [
      'people',
      (n: number) => ({ firstName: `P${n}`, lastName: 'Twin', birthday: '1940-01-01', branch: branch() }),
      () => harness.db.$count(wearers, inHouse()),
    ],
    [
      'rooms',
      (n: number) => ({ name: `Twin ${n}`, branch: branch() }),
      () =>
        harness.db.$count(
          rooms,
          and(eq(rooms.branchId, fixture.branch.id), sql`${rooms.name} like 'Twin %'`),
        ),
    ],
    [
      'staff',
      (n: number) => ({ email: `twin${n}@${fixture.company.code}.test`, role: 'MONITOR', branch: branch() }),
      () => harness.db.$count(invitations, eq(invitations.companyId, fixture.company.id)),
    ],
  ])('makes each of the %s once, in whichever processes', async (kind, of, count) => {
    const { bring } = await looked(kind, many(of))
    const answers = await Promise.all([bring(), bring(another), bring(), bring(another)])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await count()).toBe(4)
  })
})

it('does not make two people of one who stands there with and without a date of birth', async () => {
  const row = { firstName: 'Dan', lastName: 'Twin', branch: branch() }
  const { bring } = await looked('people', [row, { ...row, birthday: '1940-01-01' }])
  const { context } = await bring()
  expect(outcomes(context.rows)).toEqual(['NEW', 'INVALID'])
  expect(context.rows[1].problems.birthday).toContain('without a date of birth')
  expect(await harness.db.$count(wearers, inHouse())).toBe(1)
})

it('answers what was done before a row that breaks off: what was handed over is shown this once', async () => {
  const { bring } = await looked(
    'rooms',
    ['one', 'broken', 'three'].map((name) => ({ name, branch: branch() })),
  )
  await harness.db.execute(sql`alter table ${rooms} add constraint broken check (name <> 'broken') not valid`)
  const { status, context } = await bring()
  await harness.db.execute(sql`alter table ${rooms} drop constraint broken`)
  expect(status).toBe(200)
  expect(outcomes(context.rows)).toEqual(['NEW', 'INVALID', 'INVALID'])
  expect(context.rows[1].problems.row).toContain('not available')
})

const WAITING = `select from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and not granted and classid = 20261128 and datname = current_database()
    and clock_timestamp() - xact_start > interval '4 s'`

it('begins no row so late that its answer would not come: what was handed over would be lost', async () => {
  const { bring } = await looked(
    'rooms',
    ['one', 'two'].map((name) => ({ name, branch: branch() })),
  )
  const turn = new pg.Client({ connectionString: harness.url })
  await turn.connect()
  await turn.query('select pg_advisory_lock(20261128, 1)')
  const answer = bring()
  await until('the first has waited for its turn for more than four seconds', async () => {
    const { rows } = await turn.query(WAITING)
    return rows.length > 0
  })
  await turn.end()
  const { status, context } = await answer
  expect(status).toBe(200)
  expect(outcomes(context.rows)).toEqual(['NEW', 'INVALID'])
})

it('takes a row for its own, though one before it of the same person is wrong', async () => {
  const row = { firstName: 'Dan', lastName: 'Twin', branch: branch() }
  const { answered } = await looked('people', [{ ...row, room: 'nowhere' }, row, row])
  expect(outcomes(answered)).toEqual(['INVALID', 'NEW', 'TWICE'])
})
