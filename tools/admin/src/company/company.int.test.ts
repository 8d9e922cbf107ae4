import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bindingOfWearer } from '@carewatch/api/auth/id-number'
import { createSeal } from '@carewatch/api/auth/seal'
import { fillHouse } from '@carewatch/migrations/testing/fill-house'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '../commands/audit.ts'
import { exportCompany } from './export.ts'
import { importCompany, type Look, lookAtCompany } from './import.ts'
import { carried, factTables } from './parts/parts.ts'
import { lockOf, PASSPHRASE, type Place, placeWith, sealAnew, sumsOf } from './testing.ts'

const OLD = 'the secret of the old installation, long'
const NEW = 'the secret of the new installation, long'
/** Numbers of the old installation are larger than any of the new one, so that one that was left is found. */
const FIRST = 700_000_000

let source: Place
let target: Place
let file: string
let moved: number
let code: string
/** How every table of the new installation was before. */
let before: Record<string, string>

const ask = async <Row extends object>(place: Place, text: string, values: unknown[] = []) =>
  (await place.client.query<Row>(text, values)).rows
const only = async <Row extends object>(place: Place, text: string, values: unknown[] = []) => {
  const [row] = await ask<Row>(place, text, values)
  if (!row) throw new Error(`It answered no row: ${text}`)
  return row
}

const SEQUENCES = `select setval(format('%I.%I', schemaname, sequencename)::regclass, ${FIRST}) from pg_sequences where schemaname = 'public'`
const SEALED = {
  care: 'update wearer_care set id_number_locked = $1 where wearer_id = $2',
  totp: 'update users set totp_secret = $1, totp_enabled_at = now() where id = $2',
}

/** What the filled rows have not: numbers within JSON and lists, what is locked, and the past of a watch that somebody else wore. */
async function enrich(): Promise<void> {
  const seal = createSeal(OLD)
  const { wearer, uuid } = await only<{ wearer: number; uuid: string }>(
    source,
    'select id as wearer, uuid from wearers where company_id = $1',
    [moved],
  )
  const user = await only<{ id: number; uuid: string }>(
    source,
    "select id, uuid from users where company_id = $1 and role = 'OWNER'",
    [moved],
  )
  await ask(source, SEALED.care, [seal.lock('012345678', bindingOfWearer(uuid)), wearer])
  await ask(source, SEALED.totp, [seal.lock('TOTP', user.uuid), user.id])
  await ask(
    source,
    `update room_walks w set ended_at = now(), readings = jsonb_build_array(jsonb_build_array(g.id, 100, -60)), placements = jsonb_build_array(jsonb_build_array(g.id, w.room_id))
     from gateways g where g.branch_id = w.branch_id`,
  )
  await ask(
    source,
    `update incident_files f set wearer_ids = array[(select id from wearers w where w.company_id = f.company_id)], user_ids = array[f.issued_by_id]`,
  )
  await ask(
    source,
    'update devices d set home_lat = n.home_lat, home_lng = n.home_lng from home_networks n where n.device_id = d.id',
  )
  await ask(
    source,
    `update api_keys k set branch_ids = array[(select id from branches b where b.company_id = k.company_id)]`,
  )
}

beforeAll(async () => {
  source = await placeWith(OLD)
  target = await placeWith(NEW)
  file = join(source.folder, 'one.company')
  await ask(source, SEQUENCES)
  moved = await fillHouse(source.client)
  await fillHouse(source.client)
  await fillHouse(target.client)
  await fillHouse(target.client)
  await enrich()
  await sealAnew(source.client)
  await sealAnew(target.client)
  code = (await only<{ code: string }>(source, 'select code from companies where id = $1', [moved])).code
  before = await sumsOf(target.client)
  await exportCompany(source, code, lockOf(file))
})
afterAll(async () => {
  await source.end()
  await target.end()
})

describe('a company that cannot go', () => {
  const other = () => lockOf(join(source.folder, 'other.company'))

  it('as nobody knows it', async () => {
    await expect(exportCompany(source, 'nobody', other())).rejects.toThrow(
      'No company has this code or uuid.',
    )
  })

  it('as what is locked of it does not open', async () => {
    const env = { ...source.env, JWT_SECRET: NEW }
    await expect(exportCompany({ ...source, env }, code, other())).rejects.toThrow(
      'A totp_secret of users does not open with this installation’s JWT_SECRET.',
    )
  })

  it('as a row of the audit log was changed', async () => {
    const change = (from: string, to: string) =>
      ask(
        source,
        `set session_replication_role = replica; update audit_log set action = '${to}' where action = '${from}'; set session_replication_role = origin`,
      )
    await change('viewed', 'seen')
    const refused = exportCompany(source, code, other()).catch((error: Error) => error.message)
    const message = await refused
    await change('seen', 'viewed')
    expect(message).toMatch(/^Row \d+ of .* is not what was sealed/)
  })

  it('leaves no file', () => {
    expect(readdirSync(source.folder)).toEqual(['one.company'])
  })
})

describe('a company that cannot come', () => {
  const spoiled = (spoil: (bytes: Buffer) => Buffer): string => {
    const other = join(source.folder, 'spoiled.company')
    writeFileSync(other, spoil(readFileSync(file)))
    return other
  }
  const refusal = async (other: string, passphrase = PASSPHRASE): Promise<string> => {
    const tried = await importCompany(target, { file: other, passphrase }).catch((error: Error) => error)
    return tried instanceof Error ? tried.message : 'it came'
  }

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100), 'damaged or cut short'],
    [
      'changed by one bit in the middle',
      (bytes: Buffer) => {
        const at = bytes.length >> 1
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes
      },
      'damaged or cut short',
    ],
    ['without its last piece', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1), 'damaged'],
    ['empty', () => Buffer.alloc(0), 'not the file of a company'],
    ['something else', () => Buffer.from('a letter to the family'), 'not the file of a company'],
  ])('as its file is %s', async (_name, spoil, message) => {
    expect(await refusal(spoiled(spoil))).toContain(message)
  })

  it('as the passphrase is another', async () => {
    expect(await refusal(file, 'another passphrase')).toContain('does not open the file')
  })

  it('as this installation is of another version', async () => {
    await ask(target, "insert into migrations (name, hash) values ('9999_of_tomorrow.sql', 'x')")
    const message = await refusal(file)
    await ask(target, "delete from migrations where name = '9999_of_tomorrow.sql'")
    expect(message).toContain('this installation is at 9999_of_tomorrow.sql: bring both to the same version')
  })

  it('as somebody and something of it is here already, all of which is named', async () => {
    const person = await only<{ email: string }>(source, 'select email from users where company_id = $1', [
      moved,
    ])
    const watch = await only<{ imei: string }>(source, 'select imei from devices where company_id = $1', [
      moved,
    ])
    await ask(
      target,
      `insert into users (first_name, user_name, email, role) values ('Other', 'other', upper($1), 'USER')`,
      [person.email],
    )
    await ask(target, `insert into devices (imei, name, device_model) values ($1, 'Other', 'native')`, [
      watch.imei,
    ])
    const { clashes } = await lookAtCompany(target, lockOf(file))
    const message = await refusal(file)
    await ask(target, "delete from users where user_name = 'other'")
    await ask(target, "delete from devices where name = 'Other'")
    expect(clashes).toEqual([
      `an e-mail address is here already: ${person.email}`,
      `a watch (IMEI) is here already: ${watch.imei}`,
    ])
    expect(message).toBe(`It cannot come, and nothing was written:\n${clashes.join('\n')}`)
  })

  it('leaves nothing, whyever it could not', async () => {
    expect(Object.keys(await changesOf())).toEqual([])
  })
})

async function changesOf(): Promise<Record<string, string>> {
  const now = await sumsOf(target.client)
  return Object.fromEntries(Object.entries(now).filter(([table, sum]) => before[table] !== sum))
}

describe('a company that comes', () => {
  let look: Look
  /** What looking at it changed. */
  let looked: Record<string, string>
  let company: number
  beforeAll(async () => {
    look = await lookAtCompany(target, lockOf(file))
    looked = await changesOf()
    await importCompany(target, lockOf(file))
    company = (await only<{ id: number }>(target, 'select id from companies where code = $1', [code])).id
  })

  it('was said before, table by table, and nothing was written for it', () => {
    expect(looked).toEqual({})
    const tables = [...carried.keys(), ...factTables.keys()]
    expect(look.clashes).toEqual([])
    expect(Object.keys(look.rows).toSorted()).toEqual(tables.toSorted())
    expect(Object.entries(look.rows).filter(([, rows]) => rows === 0)).toEqual([])
  })

  it('has a file that nobody but its owner reads, and that holds no name', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes('Miriam')).toBe(false)
  })

  it('leaves every row of the others as it was', async () => {
    // Each table without what came is what it was: by the numbers, for what came has later ones.
    const { rows: tables } = await target.client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' and table_name in (
        select relname from pg_class where relkind = 'r')`,
    )
    for (const { name } of tables) {
      const others = await only<{ sum: string }>(
        target,
        `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::int8), 0) as sum from "${name}" t where company_id is distinct from $1`,
        [company],
      )
      expect({ [name]: others.sum }).toEqual({ [name]: before[name] })
    }
  })

  it('has no number of the old installation anywhere, in no column, list or JSON', async () => {
    const found: string[] = []
    for (const [table, sum] of Object.entries(await changesOf())) {
      const leaks = await ask<{ row: string }>(
        target,
        `select t::text as row from "${table}" t where t::text ~ '\\m7000\\d{5}\\M'`,
      )
      if (leaks.length > 0) found.push(`${table} ${sum}: ${leaks[0]?.row}`)
    }
    expect(found).toEqual([])
  })

  it('names in every row what it named before', async () => {
    const NAMES = `select w.uuid as walk, g.uuid as gateway, r.uuid as room from room_walks w join gateways g on g.id = (w.readings -> 0 ->> 0)::int
      join rooms r on r.id = (w.placements -> 0 ->> 1)::int and g.id = (w.placements -> 0 ->> 0)::int join branches b on b.id = w.branch_id where b.company_id = $1`
    const FILES = `select f.uuid, w.uuid as wearer, u.uuid as issuer, f.hash from incident_files f join wearers w on w.id = any(f.wearer_ids)
      join users u on u.id = any(f.user_ids) where f.company_id = $1`
    const FACTS = `select d.imei, r.metric, r.time, r.value from readings r join devices d on d.id = r.device_id where d.company_id = $1 order by 1, 2, 3`
    for (const names of [NAMES, FILES, FACTS]) {
      const was = await ask(source, names, [moved])
      expect(was.length).toBeGreaterThan(0)
      expect(await ask(target, names, [company])).toEqual(was)
    }
  })

  it('has what was locked, locked by the new secret', async () => {
    const { locked, uuid } = await only<{ locked: Buffer; uuid: string }>(
      target,
      'select c.id_number_locked as locked, w.uuid from wearer_care c join wearers w on w.id = c.wearer_id where w.company_id = $1',
      [company],
    )
    expect(createSeal(NEW).open(locked, bindingOfWearer(uuid))).toBe('012345678')
    const totp = await only<{ locked: Buffer; uuid: string }>(
      target,
      'select totp_secret as locked, uuid from users where company_id = $1 and totp_secret is not null',
      [company],
    )
    expect(createSeal(NEW).open(totp.locked, totp.uuid)).toBe('TOTP')
  })

  it('comes with keys that are switched off, and without what lets anybody else in', async () => {
    const keys = await ask(
      target,
      'select secret_hash, revoked_at is not null as "isRevoked" from api_keys where company_id = $1',
      [company],
    )
    expect(keys).toEqual([{ secret_hash: '-', isRevoked: true }])
    const left = [
      'sessions',
      'passkeys',
      'personal_links',
      'push_subscriptions',
      'telegram_links',
      'webhooks',
    ]
    const changes = await changesOf()
    expect(left.filter((table) => table in changes)).toEqual([])
  })

  it('is sealed in the chain of this installation, with a trace that says whence it is', async () => {
    expect(await verifyAudit(target)).toMatchObject({ unsealed: 0 })
    const trace = await only<{ detail: Record<string, unknown> }>(
      target,
      "select detail from audit_log where company_id = $1 and action = 'created' and entity = 'company'",
      [company],
    )
    expect(trace.detail).toMatchObject({ rows: 1, end: expect.stringMatching(/^1:[0-9a-f]{64}$/) })
  })

  it('does not come twice', async () => {
    await expect(importCompany(target, lockOf(file))).rejects.toThrow('the company is here already')
  })
})
