import type { AlarmKind, Severity } from '@carewatch/contracts/alarms'
import { packReadings } from '@carewatch/contracts/batches'
import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { branchNurses } from '@carewatch/migrations/schema/people'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { applyChanges } from './alarms/apply.ts'
import { createDeviceCache } from './profiles/device-cache.ts'

/** A database of its own, with a connection and a pool as the engine has them; what a test itself asks it asks as the `owner`, as `db` does. */
export async function startHarness() {
  const database = await testDatabase()
  const engineUrl = asService(database.url, 'rules')
  const [db, owner] = [new pg.Client(engineUrl), new pg.Client(database.url)]
  await Promise.all([db.connect(), owner.connect()])
  const pool = openTimescale(engineUrl, 4)
  return {
    ...database,
    engineUrl,
    connection: db,
    owner,
    pool,
    close: async () => {
      await Promise.all([db.end(), owner.end(), pool.end()])
      await database.drop()
    },
  }
}
export type EngineHarness = Awaited<ReturnType<typeof startHarness>>

/** As of a product that has run for days: whoever is silent is not so because we could not hear. */
export const hasRunForDays = ({ owner }: Pick<EngineHarness, 'owner'>): Promise<unknown> =>
  owner.query(`with clock as (insert into clock_rounds (at, steady_since) values (now(), now() - interval '10 days'))
    insert into broker_nodes (started_at, seen_at) values (now() - interval '10 days', now() + interval '1 day')`)

/** A watch with everybody whom its alarms concern; nobody's night is a quiet one. */
export async function createFamily({ db }: Pick<EngineHarness, 'db'>) {
  const awake = { quietFrom: '00:00', quietTo: '00:00' }
  const company = await createCompany(db)
  const companyId = company.id
  const branch = await createBranch(db, companyId)
  const person = (role: 'MANAGER' | 'SUPERVISOR' | 'OWNER') => createUser(db, { role, companyId, ...awake })
  const [manager, supervisor, nurse] = [
    await person('MANAGER'),
    await person('SUPERVISOR'),
    await person('SUPERVISOR'),
  ]
  const owner = await createUser(db, { role: 'OWNER', companyId, supervisorId: supervisor.id, ...awake })
  await db.insert(branchNurses).values({ branchId: branch.id, userId: nurse.id })
  const device = await createDevice(db, { companyId, branchId: branch.id, ownerId: owner.id })
  return { company, branch, manager, supervisor, nurse, owner, device }
}

/** An alarm as a rule triggers it; answers its id. */
export async function ring(
  { connection }: { connection: pg.ClientBase },
  deviceId: number,
  { kind = 'SOS', severity = 'CRITICAL' }: { kind?: AlarmKind; severity?: Severity } = {},
): Promise<number> {
  const profiles = await createDeviceCache().load(connection, [deviceId])
  const trigger = { change: 'trigger', deviceId, kind, severity, direction: 'NONE' } as const
  const at = new Date()
  const notified = [{ ...trigger, metric: null, value: null, isLate: false, at }]
  const [outcome] = await applyChanges(connection, profiles, notified)
  if (!outcome) throw new Error('The alarm was not told.')
  return outcome.alarm.id
}

export type Committed = { metric: MetricName; value: number; time: number; receivedAt: number }

/** Readings of one watch as ingest hands them over: one batch. */
export async function commitFacts(
  { connection }: Pick<EngineHarness, 'connection'>,
  deviceId: number,
  facts: readonly Committed[],
): Promise<void> {
  const columns = {
    count: facts.length,
    deviceId: Int32Array.from(facts, () => deviceId),
    metric: Uint8Array.from(facts, ({ metric }) => metrics[metric].id),
    time: Float64Array.from(facts, ({ time }) => time),
    value: Float32Array.from(facts, ({ value }) => value),
  }
  const packed = packReadings(columns, facts.at(-1)?.receivedAt ?? 0)
  await connection.query('insert into pending_evaluations (urgent, readings) values (false, $1)', [
    Buffer.from(packed),
  ])
}

export async function alarmsOf({ connection }: Pick<EngineHarness, 'connection'>, deviceId: number) {
  const { rows } = await connection.query(
    `select kind, direction, severity, active, late, count, closed_at is not null as closed
     from alarms where device_id = $1 order by id`,
    [deviceId],
  )
  return rows
}
