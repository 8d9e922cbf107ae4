import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { alarmsOf, commitFacts, startHarness, type EngineHarness } from './testing.ts'

/** An engine with so little memory ends over what another would have evaluated. */
const HEAP_MB = 64
const FACTS = 400_000
const noon = Date.parse('2026-11-21T12:00:00Z')

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const startEngine = (): ChildProcess =>
  spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: harness.engineUrl,
      SERVICE_SECRET: 'a secret of this test',
      MQTT_URL: 'mqtt://127.0.0.1:9',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** As a supervisor does it: whenever it ends it is started again. Answers how to stop that. */
function keepRunning() {
  let ends = 0
  let engine = startEngine()
  const again = (): void => {
    ends++
    engine = startEngine()
    engine.once('exit', again)
  }
  engine.once('exit', again)
  return {
    ends: () => ends,
    stop: async () => {
      engine.off('exit', again)
      engine.kill('SIGKILL')
      if (engine.exitCode === null && engine.signalCode === null) await once(engine, 'exit')
    },
  }
}

const LARGE = `
insert into pending_evaluations (urgent, events) select true, jsonb_agg(jsonb_build_object('deviceId', case n when 7 then $1::int4 else 0 end,
  'type', case n when 7 then 'SOS' else 'CHARGING' end, 'time', $2::float8, 'receivedAt', $2::float8)) from generate_series(1, ${FACTS}) n`

it('a batch that ends every engine is set aside; who calls for help in it is heard, and whoever waited behind it', async () => {
  const { id: companyId } = await createCompany(harness.db)
  const [caller, next, racing] = [
    await createDevice(harness.db, { companyId }),
    await createDevice(harness.db, { companyId }),
    await createDevice(harness.db, { companyId }, { limits: { heartRate: { high: 120 } } }),
  ]
  await harness.owner.query(LARGE, [caller.id, noon])
  const call = { deviceId: next.id, type: 'SOS', time: noon, receivedAt: noon }
  await harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
    JSON.stringify([call]),
  ])
  const facts = [130, 131].map((value, minute) => {
    const time = noon + minute * 60_000
    return { metric: 'heartRate', value, time, receivedAt: time } as const
  })
  await commitFacts(harness, racing.id, facts)

  const engines = keepRunning()
  try {
    await vi.waitFor(
      async () => {
        expect(await alarmsOf(harness, next.id)).toMatchObject([{ kind: 'SOS' }])
        expect(await alarmsOf(harness, racing.id)).toMatchObject([{ kind: 'HEART_RATE' }])
        expect(await alarmsOf(harness, caller.id)).toMatchObject([{ kind: 'SOS' }])
      },
      { timeout: 110_000, interval: 200 },
    )
  } finally {
    await engines.stop()
  }
  expect(engines.ends()).toBeGreaterThanOrEqual(3)
  const { rows } = await harness.owner.query(
    "select detail from rejected_messages where topic = 'pending_evaluations'",
  )
  expect(rows).toEqual([{ detail: 'it ended each engine that began it' }])
}, 120_000)
