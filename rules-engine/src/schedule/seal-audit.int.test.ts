import { auditChain, auditSeals } from '@carewatch/migrations/schema/audit'
import { auditLog } from '@carewatch/migrations/schema/people'
import { linkOf } from '@carewatch/platform/audit/chain'
import { asc, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startHarness, type EngineHarness } from '../testing.ts'
import { createAuditSealer } from './seal-audit.ts'

let harness: EngineHarness
const logged: unknown[] = []
let seal: () => Promise<void>
beforeEach(async () => {
  harness = await startHarness()
  logged.length = 0
  seal = createAuditSealer(harness.pool, { info: (line: unknown) => void logged.push(line) })
})
afterEach(() => harness.close())

const leave = (...actions: string[]) =>
  harness.db.insert(auditLog).values(actions.map((action) => ({ action, address: '127.0.0.1' })))

const sealed = async (): Promise<(string | undefined)[]> => {
  const { rows } = await harness.owner.query<{ action: string }>(
    'select l.action from audit_seals s join audit_log l on l.id = s.audit_id order by s.position',
  )
  return rows.map(({ action }) => action)
}

it('chains every row once, each by its hash to the one before', async () => {
  await leave('a', 'b')
  await seal()
  await seal()
  await leave('c')
  await seal()
  expect(await sealed()).toEqual(['a', 'b', 'c'])
  const links = await harness.db.select().from(auditSeals).orderBy(asc(auditSeals.position))
  expect(links.map(({ position }) => position)).toEqual([1, 2, 3])
  const [head] = await harness.db.select().from(auditChain)
  expect(head).toMatchObject({ position: 3, hash: links[2]?.hash })
  const before = links[1]?.hash ?? Buffer.alloc(0)
  const [row] = await harness.db
    .select()
    .from(auditLog)
    .orderBy(sql`id desc`)
    .limit(1)
  const content = JSON.stringify([
    row?.id,
    row?.uuid,
    row?.at.getTime(),
    null,
    null,
    'c',
    null,
    null,
    '127.0.0.1',
    null,
  ])
  expect(links[2]?.hash).toEqual(linkOf(before, content.replaceAll(',', ', ')))
  expect(logged).toHaveLength(1)
})

it('seals a row that was committed late, and nobody who leaves one waits for it', async () => {
  const late = new pg.Client(harness.url)
  await late.connect()
  await late.query('begin')
  await late.query("insert into audit_log (action) values ('late')")
  const sealing = await harness.pool.connect()
  await sealing.query('begin')
  await sealing.query('select from audit_chain for update')
  await leave('early')
  await sealing.query('rollback')
  sealing.release()
  await seal()
  expect(await sealed()).toEqual(['early'])
  await late.query('commit')
  await late.end()
  await seal()
  expect(await sealed()).toEqual(['early', 'late'])
})

it('of two engines one seals', async () => {
  await leave('a')
  const other = await harness.pool.connect()
  await other.query('begin')
  await other.query('select from audit_chain for update')
  await seal()
  expect(await sealed()).toEqual([])
  await other.query('rollback')
  other.release()
  await Promise.all([seal(), seal()])
  expect(await sealed()).toEqual(['a'])
})

it('seals what an installation had before, thousands of rows at once', async () => {
  await harness.owner.query(
    "insert into audit_log (action, at) select 'n' || n, '2020-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, 2500) n",
  )
  await seal()
  const actions = await sealed()
  expect(actions).toHaveLength(2_500)
  expect(actions.at(-1)).toBe('n2500')
})

it.each([
  ['delete from audit_seals', 'audit_seals is only ever added to'],
  ["update audit_seals set hash = ''", 'audit_seals is only ever added to'],
  ['truncate audit_seals', 'audit_seals is only ever added to'],
  ['delete from audit_chain', 'audit_chain is only ever added to'],
  ['truncate audit_chain', 'audit_chain is only ever added to'],
  ['update audit_chain set position = position - 1', 'audit_chain only ever grows'],
])('the chain itself takes no %s', async (change, refusal) => {
  await leave('a')
  await seal()
  await expect(harness.owner.query(change)).rejects.toThrow(refusal)
})

it('a company’s staff adds to the log, and can neither change it nor reach the chain', async () => {
  const { owner } = harness
  await owner.query("set role carewatch_staff; set carewatch.company = '1'")
  await owner.query("insert into audit_log (action) values ('a')")
  for (const change of [
    'delete from audit_log',
    "update audit_log set action = 'b'",
    'truncate audit_log',
    'select from audit_seals',
    'select from audit_chain',
    'insert into audit_seals (position, audit_id, hash, sealed_at) values (9, 9, null, now())',
  ])
    await expect(owner.query(change)).rejects.toThrow('permission denied')
})
