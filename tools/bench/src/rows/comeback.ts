import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from '../bench.ts'
import { percentile, type Figure } from '../figures.ts'
import { publishFrame } from '../load/frames.ts'
import { type Caller, callers, onAlarmedWard } from '../harness/alarmed-ward.ts'

const WATCHES = 2_000
/** A reading of two metrics a minute for three hours, all sent at once by each. */
const MINUTES = 180
const STORED = WATCHES * MINUTES * 2
/** Others call for help meanwhile. */
const CALLS = 100
const CALL_EVERY_MS = 100
const LONGEST_MS = 90_000
const LOOK_EVERY_MS = 100
const MINUTE_MS = 60_000
/** So many watches in one turn of this process, which calls for help in between. */
const IN_A_TURN = 20

const OPENED = `
select d.imei, extract(epoch from h.at) * 1000 as at from alarm_history h join alarms a on a.id = h.alarm_id
join devices d on d.id = a.device_id where h.step = 'OPENED' and a.kind = 'SOS'`
const LEFT = `
select (select count(*) from readings)::int as readings, (select count(*) from alarms where kind = 'SOS')::int as calls`

async function talk(all: readonly Caller[]): Promise<void> {
  const now = Date.now()
  for (const [place, { device, socket }] of all.entries()) {
    for (let minute = MINUTES; minute > 0; minute--) {
      const reading = { time: now - minute * MINUTE_MS, heartRate: 70 + (minute % 7), spo2: 96 }
      socket.write(publishFrame(`watch/${device.imei}/readings`, JSON.stringify(reading), minute))
    }
    if (place % IN_A_TURN === 0) await new Promise(setImmediate)
  }
}

/** When each called, by its number. */
async function callMeanwhile(all: readonly Caller[]): Promise<Map<string, number>> {
  const calledAt = new Map<string, number>()
  for (const { device, call } of all) {
    calledAt.set(device.imei, Date.now())
    call()
    await wait(CALL_EVERY_MS)
  }
  return calledAt
}

async function secondsUntilStored(db: pg.Client, startedAt: number): Promise<number> {
  const passed = (): number => performance.now() - startedAt
  while (passed() < LONGEST_MS) {
    const { rows } = await db.query<{ readings: number; calls: number }>(LEFT)
    if ((rows[0]?.readings ?? 0) >= STORED && rows[0]?.calls === CALLS) return passed() / 1_000
    await wait(LOOK_EVERY_MS)
  }
  return Number.NaN
}

/** A house comes back after three hours without a line: how long a call for help of somebody else's waits behind what it has to tell. */
export async function comebackRows(bench: Bench): Promise<Figure[]> {
  bench.progress(`${WATCHES} watches come back with three hours of readings: carewatch`)
  const { waited, seconds } = await onAlarmedWard(
    bench,
    { name: 'comeback', count: WATCHES + CALLS },
    async ({ product, db, devices }) => {
      const all = await callers(product.mqttPort, devices)
      const startedAt = performance.now()
      const [calledAt] = await Promise.all([callMeanwhile(all.slice(0, CALLS)), talk(all.slice(CALLS))])
      const seconds = await secondsUntilStored(db, startedAt)
      const { rows } = await db.query<{ imei: string; at: string }>(OPENED)
      const waited = rows.map(({ imei, at }) => Number(at) - (calledAt.get(imei) ?? Number.NaN))
      return { waited, seconds }
    },
  )
  return [
    {
      name: 'SOS to alarm while 2,000 watches come back, p99',
      unit: 'ms',
      value: percentile(waited, 0.99),
      limits: [],
      target: { most: 2_000 },
      note: `p50 ${percentile(waited, 0.5).toFixed(0)} ms, longest ${percentile(waited, 1).toFixed(0)} ms; ${waited.length} of ${CALLS} calls; all ${STORED} readings stored after ${seconds.toFixed(1)} s`,
    },
  ]
}
