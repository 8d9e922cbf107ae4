import { createBranch, createCompany, createDevice } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { deviceCommands, devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { fleetJobDevices, fleetJobs } from '@carewatch/migrations/schema/fleet'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { FleetJob } from '@carewatch/contracts/http/fleet-jobs'
import { and, asc, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { minutesAgo } from '../../testing/fixtures.ts'
import { startHarness, until, type Harness } from '../../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const all = { filterKey: 'all' }
type Which = { filterKey: string; digest?: string } | { uuids: unknown[] }

/** A company with so many watches, and what its manager has done with them. */
async function fleetOf(count: number) {
  const { db, call } = harness
  const company = await createCompany(db)
  const branch = await createBranch(db, company.id)
  const other = await createBranch(db, company.id)
  const manager = await harness.person('MANAGER', { companyId: company.id })
  const add = (values: Parameters<typeof createDevice>[1] = {}) =>
    createDevice(db, { companyId: company.id, branchId: branch.id, deviceModel: 'native', ...values })
  for (let n = 0; n < count; n++) await add({ name: `Watch ${n}` })
  const jobs = async (token = manager.token): Promise<FleetJob[]> =>
    (await call('GET', '/devices/fleet/jobs', { token })).context.jobs
  const finished = async (uuid: string): Promise<FleetJob> => {
    const find = async () => (await jobs()).find((job) => job.uuid === uuid)
    await until('the job is over', async () => (await find())?.finishedAt !== null)
    const job = await find()
    if (!job) throw new Error('no job')
    return job
  }
  const digest = async ({ filterKey } = all): Promise<string> =>
    (await call('GET', `/devices/facets?filterKey=${filterKey}`, { token: manager.token })).context.digest
  const start = async (action: object, expected: number, given: Which = all) => {
    const which = 'uuids' in given ? given : { digest: await digest(given), ...given }
    return call('POST', '/devices/fleet/start', { token: manager.token, body: { action, which, expected } })
  }
  return {
    company,
    branch,
    other,
    manager,
    add,
    jobs,
    digest,
    start,
    finished,
    done: async (action: object, expected: number, which: Which = all) =>
      finished((await start(action, expected, which)).context.job.uuid),
    undo: (uuid: string, token = manager.token) =>
      call('POST', `/devices/fleet/undo/${uuid}`, { token, body: {} }),
    stop: (uuid: string, token = manager.token) =>
      call('POST', `/devices/fleet/stop/${uuid}`, { token, body: {} }),
    rows: () => db.select().from(devices).where(eq(devices.companyId, company.id)).orderBy(asc(devices.id)),
  }
}

const off = { kind: 'ACTIVE', isActive: false }

describe('what is done with all that match', () => {
  it('is done with each, is traced, and is taken back', async () => {
    const { done, undo, finished, rows, jobs, manager } = await fleetOf(25)
    const job = await done(off, 25)
    expect(job).toMatchObject({ total: 25, done: 25, failed: 0, isUndoable: true, isUndo: false })
    expect((await rows()).map(({ isActive }) => isActive)).toEqual(Array(25).fill(false))
    const traces = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.userId, manager.id), eq(auditLog.action, 'statusChanged')))
    expect(traces).toHaveLength(25)
    const back = await finished((await undo(job.uuid)).context.job.uuid)
    expect(back).toMatchObject({ done: 25, failed: 0, isUndo: true, isUndoable: false })
    expect((await rows()).every(({ isActive }) => isActive)).toBe(true)
    expect((await undo(job.uuid)).status).toBe(409)
    expect((await jobs()).map(({ isUndoable }) => isUndoable)).toEqual([false, false])
  })

  it('is not taken back where somebody did the same by hand since', async () => {
    const { done, undo, finished, rows, manager } = await fleetOf(2)
    const job = await done(off, 2)
    const [first] = await rows()
    const body = { uuid: first?.uuid, isActive: false }
    expect(
      (await harness.call('POST', '/admin/device/statusChange', { token: manager.token, body })).status,
    ).toBe(200)
    const back = await finished((await undo(job.uuid)).context.job.uuid)
    expect(back).toMatchObject({ done: 1, failed: 1 })
    expect(back.failures[0]?.why).toBe('This was changed in the meantime')
    expect((await rows()).map(({ isActive }) => isActive)).toEqual([false, true])
  })

  it('is done with as many as were shown, or asks again', async () => {
    const { start, add, rows, jobs } = await fleetOf(3)
    await add()
    const { status, context, message } = await start(off, 3)
    expect({ status, total: context.total }).toEqual({ status: 409, total: 4 })
    expect(message).toContain('4 devices match now')
    expect((await rows()).every(({ isActive }) => isActive)).toBe(true)
    expect(await jobs()).toEqual([])
  })

  it('is done with those that were shown, or asks again where as many others match', async () => {
    const { start, digest, rows, jobs } = await fleetOf(3)
    const [first, second] = await rows()
    const sell = (id = 0, isSold = true) =>
      harness.db.update(devices).set({ isSold }).where(eq(devices.id, id))
    await sell(first?.id)
    const shown = { filterKey: 'isSold', digest: await digest({ filterKey: 'isSold' }) }
    await sell(first?.id, false)
    await sell(second?.id)
    const { status, context, message } = await start(off, 1, shown)
    expect({ status, ...context }).toMatchObject({ status: 409, total: 1, digest: await digest(shown) })
    expect(message).toContain('but not the same ones')
    expect([await jobs(), (await rows()).every(({ isActive }) => isActive)]).toEqual([[], true])
    await sell(first?.id)
    await sell(second?.id, false)
    expect((await start(off, 1, shown)).status).toBe(200)
  })

  it('leaves alone what is of another house, and what does not match', async () => {
    const { done, add, rows } = await fleetOf(2)
    const elsewhere = await fleetOf(1)
    await add({ name: 'Sold', isSold: true })
    await done(off, 1, { filterKey: 'isSold' })
    expect((await rows()).map(({ isActive }) => isActive)).toEqual([true, true, false])
    expect((await elsewhere.rows()).every(({ isActive }) => isActive)).toBe(true)
    const [theirs] = await elsewhere.rows()
    const named = await elsewhere.start(off, 1, { uuids: [theirs?.uuid, (await rows())[0]?.uuid] })
    expect(named.status).toBe(404)
  })

  it('moves them, and back to where each had been', async () => {
    const { done, undo, finished, rows, add, other, branch } = await fleetOf(2)
    await add({ branchId: null })
    const job = await done({ kind: 'MOVE', branchUuid: other.uuid.toUpperCase() }, 3)
    expect((await rows()).map(({ branchId }) => branchId)).toEqual([other.id, other.id, other.id])
    await finished((await undo(job.uuid)).context.job.uuid)
    expect((await rows()).map(({ branchId }) => branchId)).toEqual([branch.id, branch.id, null])
  })

  it('moves nobody by the way: what somebody wears, or is to wear, stays, also on the way back', async () => {
    const { done, undo, finished, rows, company, branch, other } = await fleetOf(4)
    const [worn, planned, free, calling] = await rows()
    const wear = async (deviceId = 0, startedAt = minutesAgo(5), dueAt: Date | null = null) => {
      const person = { companyId: company.id, branchId: branch.id, firstName: 'Gita', bed: 'A' }
      const [wearer] = await harness.db.insert(wearers).values(person).returning()
      await harness.db.insert(assignments).values({ wearerId: wearer?.id ?? 0, deviceId, startedAt, dueAt })
    }
    await wear(worn?.id)
    await wear(planned?.id, minutesAgo(-60), minutesAgo(-60))
    const openedAt = new Date()
    const sos = {
      kind: 'SOS',
      category: 'OPERATIONAL',
      direction: 'NONE',
      openedAt,
      lastAt: openedAt,
    } as const
    const place = { deviceId: calling?.id ?? 0, companyId: company.id, branchId: branch.id }
    await harness.db.insert(alarms).values({ ...place, ...sos, severity: 'CRITICAL' })
    const job = await done({ kind: 'MOVE', branchUuid: other.uuid }, 4)
    expect(job).toMatchObject({ done: 1, failed: 3 })
    expect(job.failures.map(({ why }) => why)).toEqual([
      'Somebody wears it or is about to: move the person instead',
      'Somebody wears it or is about to: move the person instead',
      'A call for help of it is open: close that first',
    ])
    const isWhere = async () => (await rows()).map(({ branchId }) => branchId)
    expect(await isWhere()).toEqual([branch.id, branch.id, other.id, branch.id])
    await wear(free?.id)
    expect(await finished((await undo(job.uuid)).context.job.uuid)).toMatchObject({ done: 0, failed: 1 })
    expect(await isWhere()).toEqual([branch.id, branch.id, other.id, branch.id])
    const people = await harness.db.select().from(wearers).where(eq(wearers.companyId, company.id))
    expect(people.map(({ bed }) => bed)).toEqual(['A', 'A', 'A'])
  })

  it('says which could not be told, and why, in the reader’s language', async () => {
    const { done, add, manager } = await fleetOf(1)
    await add({ name: 'Simple', deviceModel: 'watch-wristband' })
    const job = await done({ kind: 'COMMAND', command: 'MEASURE' }, 2)
    expect(job).toMatchObject({ done: 1, failed: 1, isUndoable: false })
    expect(job.failures).toEqual([
      { uuid: expect.any(String), name: 'Simple', why: 'This model cannot be told that' },
    ])
    const sent = await harness.db.select().from(deviceCommands).where(eq(deviceCommands.userId, manager.id))
    expect(sent.map(({ kind }) => kind)).toEqual(['MEASURE'])
  })

  it('sets how often they say where they are; who was changed since is not taken back', async () => {
    const { done, undo, finished, rows } = await fleetOf(3)
    const job = await done({ kind: 'INTERVAL', locationIntervalMinutes: 5 }, 3)
    const [first, second, third] = await rows()
    const minutesOf = async (id = 0) =>
      (await harness.db.select().from(watchSettings).where(eq(watchSettings.deviceId, id)))[0]
        ?.locationIntervalMinutes
    expect([first?.operationMode, await minutesOf(first?.id)]).toEqual(['CUSTOM', 5])
    await harness.db
      .update(watchSettings)
      .set({ locationIntervalMinutes: 7 })
      .where(eq(watchSettings.deviceId, second?.id ?? 0))
    await harness.db
      .update(watchSettings)
      .set({ revision: 9 })
      .where(eq(watchSettings.deviceId, third?.id ?? 0))
    const back = await finished((await undo(job.uuid)).context.job.uuid)
    expect(back).toMatchObject({ done: 1, failed: 2 })
    expect(back.failures[0]?.why).toBe('This was changed in the meantime')
    expect(await Promise.all([first, second, third].map((row) => minutesOf(row?.id)))).toEqual([null, 7, 5])
  })
})

/** Somebody else holds it: whoever is to change it waits until they are ready. */
async function hold(what: string) {
  const holder = new pg.Client(harness.url)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(what)
  return () => holder.query('rollback')
}

const waits = (query: string, count = 1) =>
  until(`${query} waits`, async () => {
    const isIt = sql`datname = current_database() and wait_event_type = 'Lock' and query ilike ${query}`
    return (await harness.db.execute(sql`select from pg_stat_activity where ${isIt}`)).rows.length >= count
  })

describe('what is running', () => {
  it('is stopped: what is left is not done, and what was done is taken back', async () => {
    const { start, stop, undo, finished, jobs, rows, manager } = await fleetOf(6)
    const [, , third] = await rows()
    const release = await hold(`select from devices where id = ${third?.id} for no key update`)
    const { uuid } = (await start(off, 6)).context.job
    await waits('select%from "devices"%for no key update')
    const colleague = await harness.person('MANAGER', { companyId: manager.companyId })
    expect((await stop(uuid, colleague.token)).status).toBe(404)
    const stopping = stop(uuid)
    await waits('select%from "fleet_jobs"%for update')
    await release()
    const { job } = (await stopping).context
    expect(job).toMatchObject({ total: 6, done: 3, failed: 0, isUndoable: true })
    expect(job.finishedAt).not.toBeNull()
    const areOn = [false, false, false, true, true, true]
    expect((await rows()).map(({ isActive }) => isActive)).toEqual(areOn)
    const back = await finished((await undo(uuid)).context.job.uuid)
    expect(back).toMatchObject({ total: 3, done: 3, failed: 0 })
    expect((await rows()).every(({ isActive }) => isActive)).toBe(true)
    expect((await jobs()).find((each) => each.uuid === uuid)).toMatchObject({ total: 6, done: 3 })
  })

  it('is not begun twice by two presses at once, and is three things at most', async () => {
    const { start, stop, jobs, rows } = await fleetOf(1)
    const [device] = await rows()
    const release = await hold(`select from devices where id = ${device?.id} for no key update`)
    const finish = await hold('lock table fleet_job_devices in share mode')
    const presses = Promise.all([start(off, 1), start(off, 1)])
    await waits('%', 2)
    await finish()
    const [one, other] = await presses
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
    expect([one, other].map(({ message }) => message)).toContain(
      'As much as you may have done at once is still being done. Please wait until it is over, or stop it',
    )
    const interval = { kind: 'INTERVAL', locationIntervalMinutes: 5 }
    expect((await start(interval, 1)).status).toBe(200)
    expect((await start({ ...interval, locationIntervalMinutes: 6 }, 1)).status).toBe(200)
    expect((await start({ kind: 'ACTIVE', isActive: true }, 1)).status).toBe(409)
    expect(await jobs()).toHaveLength(3)
    await release()
    for (const { uuid } of await jobs()) await stop(uuid)
    expect((await start({ kind: 'ACTIVE', isActive: true }, 1)).status).toBe(200)
  })
})

describe('whoever asked for it', () => {
  it('must still have the right when it is done', async () => {
    const { manager, rows } = await fleetOf(2)
    await harness.db.update(users).set({ role: 'SUPERVISOR' }).where(eq(users.id, manager.id))
    // As it stands there when they lose their right after having asked.
    const [job] = await harness.db
      .insert(fleetJobs)
      .values({ userId: manager.id, address: '127.0.0.1', action: off, total: 2 })
      .returning()
    const left = (await rows()).map(({ id }) => ({ jobId: job?.id ?? 0, deviceId: id }))
    await harness.db.insert(fleetJobDevices).values(left)
    const outcomes = () =>
      harness.db
        .select()
        .from(fleetJobDevices)
        .where(eq(fleetJobDevices.jobId, job?.id ?? 0))
    await until('it is over', async () => (await outcomes()).every(({ doneAt }) => doneAt !== null))
    expect((await outcomes()).map(({ refusal }) => refusal)).toEqual(['forbidden', 'forbidden'])
    expect((await rows()).every(({ isActive }) => isActive)).toBe(true)
  })

  it('is the only one who sees it and takes it back', async () => {
    const { done, undo, jobs, company } = await fleetOf(1)
    const { uuid } = await done(off, 1)
    const colleague = await harness.person('MANAGER', { companyId: company.id })
    expect(await jobs(colleague.token)).toEqual([])
    expect((await undo(uuid, colleague.token)).status).toBe(404)
  })
})
