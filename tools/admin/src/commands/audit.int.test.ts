import { nameOf } from '@carewatch/platform/audit/chain'
import { sealAudit } from '@carewatch/platform/audit/seal'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyAudit } from './audit.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
/** Of the third row of five. */
let third: number
let known: string
beforeEach(async () => {
  database = await testDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(`insert into audit_log (action, entity, detail, at)
    select 'n' || n, 'device', '{"fields": ["name"]}', now() - interval '1 day' + n * interval '1 hour' from generate_series(1, 5) n`)
  const end = await sealAudit(client)
  if (!end) throw new Error('Nothing was sealed.')
  known = nameOf(end)
  third =
    (await client.query<{ id: number }>("select id from audit_log where action = 'n3'")).rows[0]?.id ?? 0
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

/** As whoever owns the database can: past the triggers. */
async function tamper(...statements: string[]): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const statement of statements) await client.query(statement)
  await client.query('set session_replication_role = origin')
}

describe('the audit log', () => {
  it('is whole, and says how far it is sealed', async () => {
    await client.query("insert into audit_log (action) values ('new')")
    const whole = await verifyAudit(database)
    expect(whole).toMatchObject({ rows: 6, unsealed: 1, end: known })
    expect((whole.to?.getTime() ?? 0) - (whole.from?.getTime() ?? 0)).toBe(4 * 3_600_000)
    await sealAudit(client)
    expect(await verifyAudit(database, known)).toMatchObject({ rows: 6, unsealed: 0 })
  })

  it('is whole where nothing was ever written', async () => {
    const empty = await testDatabase()
    expect(await verifyAudit(empty)).toMatchObject({ rows: 0, unsealed: 0, from: undefined })
    await empty.drop()
  })

  it.each([
    ["action = 'x'"],
    ['user_id = 1'],
    ["at = at + interval '1 ms'"],
    ['address = null, detail = null'],
    [`detail = '{"fields": ["email"]}'`],
    ["entity = entity || ' '"],
  ])('tells a row that was changed: %s', async (change) => {
    await tamper(`update audit_log set ${change} where id = ${third}`)
    await expect(verifyAudit(database)).rejects.toThrow(
      new RegExp(`^Row ${third} of .* is not what was sealed`),
    )
  })

  it('tells a row that was taken away, with its link or without', async () => {
    await tamper(`delete from audit_log where id = ${third}`)
    await expect(verifyAudit(database)).rejects.toThrow(`Row ${third} was taken away`)
    await tamper(`delete from audit_seals where audit_id = ${third}`)
    await expect(verifyAudit(database)).rejects.toThrow('Link 3 of the chain is missing')
    await tamper('update audit_seals set position = position - 1 where position > 3')
    await expect(verifyAudit(database)).rejects.toThrow('is not what was sealed')
  })

  it('tells a row that was put in the middle', async () => {
    await client.query(`insert into audit_log (action, at) values ('between', now() - interval '20 hours')`)
    // Nobody seals it either.
    expect(await sealAudit(client)).toBeUndefined()
    await expect(verifyAudit(database)).rejects.toThrow('was put in afterwards')
  })

  it('tells rows that changed their places', async () => {
    await tamper(
      `update audit_seals set audit_id = -audit_id where position in (2, 3)`,
      `update audit_seals s set audit_id = -o.audit_id from audit_seals o where s.position in (2, 3) and o.position = 5 - s.position`,
    )
    await expect(verifyAudit(database)).rejects.toThrow('is not what was sealed; it is link 2')
  })

  it('tells an end that was cut off, of the log or of the chain as well', async () => {
    await tamper(`delete from audit_log where action in ('n4', 'n5')`)
    await expect(verifyAudit(database)).rejects.toThrow('was taken away; it is link 4')
    await tamper('delete from audit_seals where position >= 4')
    await expect(verifyAudit(database)).rejects.toThrow('The end was cut off: 5 rows were sealed')
  })

  it('tells by an end that somebody kept what was sealed anew from its beginning', async () => {
    await tamper(
      `delete from audit_log where id = ${third}`,
      'delete from audit_seals',
      `update audit_chain set position = 0, hash = sha256(''), sealed_at = null`,
    )
    await sealAudit(client)
    expect(await verifyAudit(database)).toMatchObject({ rows: 4 })
    await expect(verifyAudit(database, known)).rejects.toThrow('never had the end')
  })
})
