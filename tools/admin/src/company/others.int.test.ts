import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  createAccount,
  createBranch,
  createCompany,
  createDevice,
  createUser,
} from '@carewatch/migrations/factories'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { uploads } from '@carewatch/migrations/schema/people'
import { wearers, assignments, wearerRelations } from '@carewatch/migrations/schema/wearers'
import { sealAudit } from '@carewatch/platform/audit/seal'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { add, json, writeArchive } from '../backup/archive-file.ts'
import { entriesOf } from '../backup/entries.ts'
import { ENDING, tableOfChunk } from '../backup/manifest.ts'
import { exportCompany } from './export.ts'
import { importCompany } from './import.ts'
import { CompanyEnding } from './manifest.ts'
import { lockOf, type Place, placeWith } from './testing.ts'

const SECRET = 'the secret of both installations, long'
const DAY_MS = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)

let file: string
let source: Place
let target: Place

const ask = async <Row extends object>(place: Place, text: string, values: unknown[] = []) =>
  (await place.client.query<Row>(text, values)).rows
const one = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('It answered no row.')
  return row
}

/**
 * Ours has a watch that somebody of theirs wore until five days ago and Miriam since; theirs has one that Miriam wore ten days ago, and that somebody of theirs wears now.
 * An administrator answered, Dan works at both, and Ruth left for theirs.
 */
async function fill(): Promise<void> {
  const { db } = source
  const [ours, theirs] = [
    await createCompany(db, { code: 'OURS' }),
    await createCompany(db, { code: 'THEIRS' }),
  ]
  const branch = await createBranch(db, ours.id)
  const here = { companyId: ours.id, branchId: branch.id }
  const admin = await createUser(db, {
    role: 'ADMIN',
    firstName: 'Adam',
    lastName: 'Admin',
    email: 'adam@old.test',
  })
  await createUser(db, { role: 'ADMIN', companyId: ours.id, firstName: 'Eve', email: 'eve@old.test' })
  const dan = await createUser(db, { role: 'SUPERVISOR', ...here, firstName: 'Dan', email: 'dan@both.test' })
  await createAccount(db, dan, { companyId: theirs.id, role: 'SUPERVISOR' })
  const daughter = await createUser(db, {
    role: 'OWNER',
    firstName: 'Daughter',
    email: 'daughter@family.test',
  })
  await createUser(db, { role: 'OWNER', firstName: 'Stranger', email: 'stranger@family.test' })
  const person = async (firstName: string, companyId: number) =>
    one(await db.insert(wearers).values({ firstName, companyId, dob: '1940-01-01' }).returning())
  const miriam = await person('Miriam', ours.id)
  const ruth = await person('Ruth', theirs.id)
  const noa = await person('Noa', theirs.id)
  await db.insert(wearerRelations).values({ wearerId: miriam.id, userId: daughter.id, kind: 'OWNER' })
  // A son follows somebody in each of the two.
  const son = await createUser(db, { role: 'RELATIVE', firstName: 'Son', email: 'son@family.test' })
  await ask(source, `update users set totp_enabled_at = now() where id = $1`, [son.id])
  for (const { id } of [miriam, noa])
    await db.insert(wearerRelations).values({ wearerId: id, userId: son.id, kind: 'RELATIVE' })
  const own = await createDevice(db, { ...here, name: 'Own' })
  const gone = await createDevice(db, { companyId: theirs.id, name: 'Gone' })
  const photo = async (of: Partial<typeof uploads.$inferInsert>, fileName: string) =>
    db.insert(uploads).values({
      userId: dan.id,
      ...of,
      fileName,
      mediaType: 'image/png',
      bytes: 1,
      content: Buffer.from('x'),
    })
  await photo({ kind: 'WEARER', wearerUuid: miriam.uuid }, 'miriam.png')
  await photo({ kind: 'WEARER', wearerUuid: ruth.uuid }, 'ruth.png')
  await photo({ kind: 'WEARER', wearerUuid: noa.uuid, userId: daughter.id }, 'noa.png')
  await photo({ kind: 'DEVICE', deviceUuid: own.uuid }, 'own.png')
  await photo({ kind: 'DEVICE', deviceUuid: gone.uuid }, 'gone.png')
  await photo({ kind: 'PROFILE', ofUserId: daughter.id, userId: admin.id }, 'daughter.png')
  await photo({ kind: 'PROFILE', ofUserId: admin.id }, 'adam.png')
  await photo({}, 'of-nobody.png')
  await db.insert(assignments).values([
    { deviceId: own.id, wearerId: noa.id, startedAt: daysAgo(9), endedAt: daysAgo(5) },
    { deviceId: own.id, wearerId: miriam.id, startedAt: daysAgo(5) },
    { deviceId: gone.id, wearerId: miriam.id, startedAt: daysAgo(12), endedAt: daysAgo(8) },
    { deviceId: gone.id, wearerId: noa.id, startedAt: daysAgo(8) },
  ])
  await db.update(devices).set({ companySince: daysAgo(10) })
  for (const device of [own, gone])
    await ask(
      source,
      `insert into readings (device_id, metric, time, value) select $1, 1, now() - n * interval '1 day' - interval '12 hours', n from generate_series(0, 13) n`,
      [device.id],
    )
  const FENCE = `insert into fences (device_id, name, lat, lng, radius_m, created_at, deleted_at) values ($1, $2, 32.8, 35, 100, $3, $4)`
  await ask(source, FENCE, [own.id, 'Home of Noa', daysAgo(8), daysAgo(5)])
  await ask(source, FENCE, [own.id, 'Former home of Miriam', daysAgo(4), daysAgo(3)])
  await ask(source, FENCE, [own.id, 'Home of Miriam', daysAgo(3), null])
  await db.update(devices).set({ homeLat: 32.8, homeLng: 35 }).where(eq(devices.id, own.id))
  const HEARD = `insert into home_networks (device_id, bssid, home_lat, home_lng, hearings, days, last_heard_at) values ($1, $2, $3, 35, 9, 3, now())`
  await ask(source, HEARD, [own.id, '0000000000aa', 32.8])
  await ask(source, HEARD, [own.id, '0000000000bb', 31.5])
  const STATE = `insert into rule_states (device_id, kind, state, updated_at) values ($1, $2, '{}', $3)`
  await ask(source, STATE, [own.id, 'CHANGED', daysAgo(7)])
  await ask(source, STATE, [own.id, 'GEOFENCE', daysAgo(1)])
  const about = { kind: 'SOS', category: 'PHYSIOLOGICAL', severity: 'CRITICAL' } as const
  const at = (days: number) => ({ openedAt: daysAgo(days), lastAt: daysAgo(days) })
  const past = one(
    await db
      .insert(alarms)
      .values({
        ...about,
        ...here,
        deviceId: gone.id,
        wearerId: miriam.id,
        ...at(9),
        closedAt: daysAgo(9),
        closedById: admin.id,
      })
      .returning(),
  )
  // As it was with them: Ruth was ours then.
  await db
    .insert(alarms)
    .values({ ...about, ...here, wearerId: ruth.id, kind: 'FALL', ...at(20), closedAt: daysAgo(20) })
  // Open of nobody, and of Miriam, of one watch; and one that began what the next two belong to.
  await db.insert(alarms).values({ ...about, ...here, deviceId: own.id, wearerId: miriam.id, ...at(0.01) })
  await ask(
    source,
    `insert into alarms (device_id, company_id, branch_id, kind, category, severity, opened_at, last_at, late, active) values ($1, $2, $3, 'FALL', 'PHYSIOLOGICAL', 'HIGH', now(), now(), false, true)`,
    [own.id, ours.id, branch.id],
  )
  await ask(
    source,
    `update alarms set wearer_id = null, incident_id = null where kind = 'FALL' and wearer_id = $1`,
    [miriam.id],
  )
  await db.insert(tasks).values({
    ...here,
    deviceId: gone.id,
    alarmId: past.id,
    title: 'Call',
    monitoringType: 'VITALS',
    severity: 'LOW',
    dueAt: daysAgo(9),
  })
  await ask(source, `update tasks set alert_type = 'SOS', company_id = $1, branch_id = null`, [ours.id])
  await ask(source, `insert into audit_log (user_id, company_id, action) values ($1, $2, 'closed')`, [
    admin.id,
    ours.id,
  ])
}

beforeAll(async () => {
  source = await placeWith(SECRET)
  target = await placeWith(SECRET)
  await fill()
  await sealAudit(source.client)
  file = join(source.folder, 'one.company')
  const lock = lockOf(file)
  await exportCompany(source, 'OURS', lock)
  await importCompany(target, lock)
})
afterAll(async () => {
  await source.end()
  await target.end()
})

it('brings nobody who administers the old installation but as a name, and no sign-in that opens more than what moves', async () => {
  const people = await ask(
    target,
    `select first_name, role, email, password_hash is not null as "hasPassword", is_active, deleted_at is not null as "isGone" from users order by first_name`,
  )
  const noMail = expect.stringContaining('@linked.invalid')
  const there = { is_active: true, isGone: false }
  expect(people).toEqual([
    { first_name: 'Adam', role: 'USER', email: noMail, hasPassword: false, is_active: false, isGone: true },
    { first_name: 'Dan', role: 'SUPERVISOR', email: 'dan@both.test', hasPassword: false, ...there },
    { first_name: 'Daughter', role: 'OWNER', email: 'daughter@family.test', hasPassword: true, ...there },
    { first_name: 'Son', role: 'RELATIVE', email: 'son@family.test', hasPassword: false, ...there },
  ])
})

it('brings whoever left, and what was given away, as a name alone', async () => {
  expect(
    await ask(
      target,
      `select first_name as name, status, dob::text, deleted_at is not null as "isGone" from wearers order by 1`,
    ),
  ).toEqual([
    { name: 'Miriam', status: 'ACTIVE', dob: '1940-01-01', isGone: false },
    { name: 'Ruth', status: 'LEFT', dob: null, isGone: true },
  ])
  expect(
    await ask(target, `select name, is_active, deleted_at is not null as "isGone" from devices order by 1`),
  ).toEqual([
    { name: 'Gone', is_active: false, isGone: true },
    { name: 'Own', is_active: true, isGone: false },
  ])
})

it('brings no picture of whoever left, of a watch that was given away and of somebody of another company, whoever sent it', async () => {
  const files = await ask(target, 'select file_name as name from uploads order by 1')
  expect(files).toEqual([
    { name: 'daughter.png' },
    { name: 'miriam.png' },
    { name: 'of-nobody.png' },
    { name: 'own.png' },
  ])
})

it('brings no home of somebody of another company who wore one of its watches, and nothing that was remembered of them', async () => {
  expect(await ask(target, 'select name from fences order by id')).toEqual([
    { name: 'Former home of Miriam' },
    { name: 'Home of Miriam' },
  ])
  expect(await ask(target, 'select bssid from home_networks')).toEqual([{ bssid: '0000000000aa' }])
  expect(await ask(target, 'select kind from rule_states')).toEqual([{ kind: 'GEOFENCE' }])
})

it('brings what was measured of its people, and of its watches while nobody else wore them', async () => {
  const rows = await ask(
    target,
    'select d.name, array_agg(round(r.value)::int order by r.value) as days from readings r join devices d on d.id = r.device_id group by 1 order by 1',
  )
  // Gone: days 12 to 8 on Miriam. Own: since ten days ago, without days 9 to 5.
  expect(rows).toEqual([
    { name: 'Gone', days: [8, 9, 10, 11] },
    { name: 'Own', days: [0, 1, 2, 3, 4, 9] },
  ])
})

const ALARMS = `select a.uuid, a.kind, d.name as device, w.first_name as wearer, i.uuid as incident, a.opened_at, a.closed_at, u.last_name as closer
  from alarms a left join devices d on d.id = a.device_id left join wearers w on w.id = a.wearer_id left join alarms i on i.id = a.incident_id left join users u on u.id = a.closed_by_id
  join companies c on c.id = a.company_id where c.code = 'OURS' order by a.id`
const TASKS = `select t.uuid, t.alert_type, d.name as device, w.first_name as wearer, c.code, t.branch_id from tasks t left join devices d on d.id = t.device_id
  left join wearers w on w.id = t.wearer_id join companies c on c.id = t.company_id`

it('leaves alarms and tasks as they were, whatever triggers would make of new ones', async () => {
  for (const query of [ALARMS, TASKS]) {
    const was = await ask(source, query)
    expect(was.length).toBeGreaterThan(0)
    expect(await ask(target, query)).toEqual(was)
  }
})

/** The end of a file, of which the people were changed by somebody who has its passphrase. */
function endingWith(content: Buffer, sha256: string): Buffer {
  const ending = CompanyEnding.parse(JSON.parse(content.toString()))
  const users = { rows: ending.tables['users']?.rows ?? 0, sha256 }
  return json({ ...ending, tables: { ...ending.tables, users } })
}

it('refuses a file that would make somebody an administrator here', async () => {
  const other = join(source.folder, 'crafted.company')
  await writeArchive(other, lockOf(other), async (archive) => {
    const hash = createHash('sha256')
    for await (const { name, content } of entriesOf(file, lockOf(file))) {
      const isOfPeople = tableOfChunk(name) === 'users'
      const people = content.toString().replace('\tSUPERVISOR\t', '\tADMIN\t')
      if (isOfPeople) hash.update(people)
      const crafted = isOfPeople ? Buffer.from(people) : content
      await add(archive, name, name === ENDING ? endingWith(crafted, hash.digest('hex')) : crafted)
    }
    return {}
  })
  await expect(importCompany(target, lockOf(other))).rejects.toThrow(
    'somebody who would administer this installation: dan@both.test',
  )
})

it('sends nobody what is past', async () => {
  expect(await ask(target, 'select topic from outgoing_events')).toEqual([])
})
