import { setTimeout as wait } from 'node:timers/promises'
import { type Case, claim } from '../case.ts'
import type { Watch } from '../environment/fixture.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import { underFault } from '../environment/under-fault.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

const reading = ({ device, connection }: Watch, time: number, heartRate: number): Promise<void> =>
  connection.publish(`watch/${device.imei}/readings`, JSON.stringify({ time, heartRate }))

const call = ({ device, connection }: Watch, time: number): Promise<void> =>
  connection.publish(`watch/${device.imei}/event`, JSON.stringify({ time, type: 'SOS' }))

const rowsOf = async ({ postgres }: TestEnvironment, { device }: Watch): Promise<number> => {
  const [row] = await postgres.ask<{ count: number }>(
    'select count(*)::int from readings where device_id = $1',
    [device.id],
  )
  return row?.count ?? 0
}

type Alarm = { kind: string; count: number; late: boolean }
const alarmsOf = ({ postgres }: TestEnvironment, { device }: Watch): Promise<Alarm[]> =>
  postgres.ask<Alarm>('select kind, count, late from alarms where device_id = $1', [device.id])

async function repeats(environment: TestEnvironment) {
  const [thrice, shuffled, late, caller] = await environment.fixture.take(4)
  if (!thrice || !shuffled || !late || !caller) throw new Error('no watches')
  const now = Date.now()
  const seen = await underFault(environment, async () => {
    for (let times = 0; times < 3; times++) {
      await Promise.all(Array.from({ length: 20 }, (_, at) => reading(thrice, now - at * 1_000, 72)))
      await call(caller, now)
    }
    const minutes = [3, 9, 1, 7, 5, 0, 8, 2, 6, 4]
    for (const minute of minutes) await reading(shuffled, now - minute * MINUTE_MS, 60 + minute)
    const day = Array.from({ length: 200 }, (_, at) => ({
      time: now - DAY_MS + at * MINUTE_MS,
      heartRate: at > 100 && at < 160 ? 190 : 72,
    }))
    await late.connection.publish(`watch/${late.device.imei}/readings`, JSON.stringify(day))
    await wait(2_500)
  })
  const [tripled, calls, lateAlarms] = [
    await rowsOf(environment, thrice),
    await alarmsOf(environment, caller),
    await alarmsOf(environment, late),
  ]
  for (const { connection } of [thrice, shuffled, late, caller]) connection.close()
  return {
    seen,
    claims: [
      claim('rows of 20 readings sent three times', tripled === 20, tripled),
      claim('presses counted of one call sent three times', calls[0]?.count === 1, calls[0]?.count ?? 0),
      claim('rows of ten readings in any order', (await rowsOf(environment, shuffled)) === 10, 10),
      claim(
        'alarms of a batch that is a day late, all marked late',
        lateAlarms.length <= 1 && lateAlarms.every((alarm) => alarm.late),
        lateAlarms.length,
      ),
    ],
  }
}

const clocks: [string, number][] = [
  ['1970', 0],
  ['2099', Date.UTC(2099, 0, 1)],
  ['two hours ahead', Number.NaN],
]

async function wrongClocks(environment: TestEnvironment) {
  const watches = await environment.fixture.take(clocks.length)
  const seen = await underFault(environment, async () => {
    for (const [at, watch] of watches.entries()) {
      const clock = clocks[at]?.[1] ?? 0
      const time = Number.isNaN(clock) ? Date.now() + 120 * MINUTE_MS : clock
      await reading(watch, time, 72)
      await call(watch, time)
    }
    await wait(2_500)
  })
  const rung = await Promise.all(watches.map((watch) => alarmsOf(environment, watch)))
  const [skewed] = await environment.postgres.ask<{ count: number }>(
    'select count(*)::int from device_status where clock_skew and device_id = any($1)',
    [watches.map(({ device }) => device.id)],
  )
  for (const { connection } of watches) connection.close()
  const ringing = rung.filter((alarms) => alarms.some(({ kind }) => kind === 'SOS')).length
  return {
    seen,
    claims: [
      claim(
        `calls for help that ring, of watches in ${clocks.map(([name]) => name).join(', ')}`,
        ringing === 3,
        ringing,
      ),
      claim('watches marked as having a wrong clock', skewed?.count === 3, skewed?.count ?? 0),
    ],
  }
}

export const oddMessages: Case[] = [
  { name: 'repeats', fault: 'everything sent three times, out of order, or a day late', run: repeats },
  {
    name: 'watch-clocks',
    fault: 'watches whose clocks say 1970, 2099 and two hours ahead',
    run: wrongClocks,
  },
]
