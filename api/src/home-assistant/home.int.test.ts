import { randomUUID } from 'node:crypto'
import { HOME_REFRESH, programToken } from '@carewatch/contracts/program-line'
import { homeTopic, programTopic } from '@carewatch/contracts/topics'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readSecret } from '../access/key-secret.ts'
import { addDevice, type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'

const SOON = { timeout: 30_000, interval: 20 }

let harness: Harness
let one: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ MQTTS_PORT: '8883', DEVICE_HOST: 'watches.example' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  one = await createCompanyFixture(harness)
})

let nodes = 0
/** A Home Assistant as a broker opens a line for it, and what it is told. */
async function openHome() {
  const body = { kind: 'homeAssistant', password: TEST_PASSWORD }
  const made = await harness.call('POST', '/links/new', { token: one.people.OWNER.token, body })
  const key = readSecret(made.context.secret, 'home')
  if (!key) throw new Error('no link')
  const [id, nodeId] = [randomUUID(), ++nodes]
  const received: { type: string; topic: string; payload: string }[] = []
  const taken: string[] = []
  const receive = ({ payload }: { payload: Buffer | string }, done: () => void): void => {
    const { takenBy, text } = JSON.parse(payload.toString())
    if (takenBy) taken.push(takenBy)
    if (text) received.push(JSON.parse(text))
    done()
  }
  await new Promise<void>((done) => harness.broker.subscribe(programTopic.toNode(nodeId), receive, done))
  const publish = (topic: string, message: object) => {
    const packet = { cmd: 'publish', topic, qos: 0, retain: false, dup: false } as const
    harness.broker.publish({ ...packet, payload: JSON.stringify(message) }, () => {})
  }
  await until('it is taken', () => {
    if (taken.length === 0) publish(programTopic.offered, { id, nodeId })
    return taken.length > 0
  })
  const send = (text: string) =>
    publish(programTopic.toApi(taken[0] ?? ''), { id, nodeId, address: '127.0.0.1', text })
  send(JSON.stringify({ type: 'authorize', token: programToken({ use: 'home', ...key }) }))
  const on = (wanted: string) =>
    received.filter(({ topic }) => topic === wanted).map(({ payload }) => payload)
  const alarmOf = ({ uuid }: { uuid: string }) =>
    JSON.parse(on(homeTopic.state(uuid, 'alarm')).at(-1) ?? '{}').state
  const pongs = () => received.filter(({ type }) => type === 'pong').length
  return { send, on, alarmOf, pongs }
}

let isSpoiled = false
/** While this is there, whoever reads an alarm of a device that `fails` names fails, and of another waits for whoever holds the device's lock. */
async function spoilReading(): Promise<void> {
  isSpoiled = true
  await harness.db.execute(sql`create table fails (device_id integer); create sequence failed;
    create function may_read(device integer) returns boolean language plpgsql security definer as $$ begin
      if exists (select from public.fails where device_id = device) then
        perform nextval('public.failed');
        raise exception 'away';
      end if;
      perform pg_advisory_xact_lock_shared(device);
      return true;
    end $$;
    alter table notifications rename to kept;
    create view notifications as select * from kept where may_read(device_id);
    grant select on notifications to public`)
}
async function restoreReading(): Promise<void> {
  if (!isSpoiled) return
  isSpoiled = false
  await harness.db.execute(sql`drop view notifications; alter table kept rename to notifications;
    drop function may_read; drop table fails; drop sequence failed`)
}
afterEach(restoreReading)

it('is told again what could not be read, by itself', async () => {
  const home = await openHome()
  await until('it is told', () => home.alarmOf(one.device) === 'OFF')
  await raiseAlarm(harness, one)
  await spoilReading()
  await harness.db.execute(sql`insert into fails values (${one.device.id})`)
  home.send(HOME_REFRESH)
  await until('it failed', async () => {
    const { rows } = await harness.db.execute(sql`select is_called from failed`)
    return rows[0]?.['is_called'] === true
  })
  await restoreReading()
  await expect.poll(() => home.alarmOf(one.device), SOON).toBe('ON')
})

it('is told of one watch where another cannot be read', async () => {
  const other = await addDevice(harness, one)
  await raiseAlarm(harness, one)
  await raiseAlarm(harness, { ...one, device: other })
  await spoilReading()
  await harness.db.execute(sql`insert into fails values (${one.device.id})`)
  const home = await openHome()
  await until('the other is told', () => home.alarmOf(other) === 'ON')
  expect(home.alarmOf(one.device)).toBeUndefined()
  await restoreReading()
  await until('both are', () => home.alarmOf(one.device) === 'ON')
})

it('is announced all anew also where it asks while it is being told', async () => {
  const other = await addDevice(harness, one)
  await raiseAlarm(harness, { ...one, device: other })
  await spoilReading()
  const announced = (home: Awaited<ReturnType<typeof openHome>>) =>
    home.on(homeTopic.discovery(one.device.uuid)).length
  const home = await openHome()
  await until('it is announced', () => announced(home) === 1)
  const holder = new pg.Client({ connectionString: harness.url })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [other.id])
    home.send(HOME_REFRESH)
    await until('it is being told', async () => {
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
      return (await harness.db.execute(waiting)).rows.length > 0
    })
    home.send(HOME_REFRESH)
    home.send(JSON.stringify({ type: 'ping' }))
    await until('it was taken', () => home.pongs() > 0)
  } finally {
    await holder.end()
  }
  await expect.poll(() => announced(home), SOON).toBe(3)
})

it('rings while an alarm of its wearer is open, also where that came from the watch of before', async () => {
  const { db } = harness
  await raiseAlarm(harness, one, { wearerId: one.wearer.id })
  const next = await addDevice(harness, one)
  const at = new Date()
  await db.update(assignments).set({ endedAt: at }).where(eq(assignments.deviceId, one.device.id))
  await db.insert(assignments).values({ deviceId: next.id, wearerId: one.wearer.id, startedAt: at })
  const home = await openHome()
  await expect.poll(() => home.alarmOf(next), SOON).toBe('ON')
})
