import {
  TRY_ALARMS_MAX,
  TRY_READINGS_MAX,
  type Tried,
  type tryLimits as contract,
} from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { boundsFor } from '@carewatch/contracts/limits'
import { metric } from '@carewatch/contracts/metrics'
import type { ReplayedAlarm } from '@carewatch/contracts/rules/replay'
import type { Caller } from '../../access/viewer.ts'
import { rounded } from '../decimate.ts'
import type { Services } from '../../services.ts'
import { createOneEach } from './one-each.ts'
import { agreementsOf } from './agreements.ts'
import { extremesOf } from './points.ts'
import { readBeside, type Reading, replayed } from '../replay.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { laterOf } from '../../access/worn.ts'

const DAY_MS = 86_400_000

const NEWEST = `select date_part('epoch', time) * 1000, value::float8 from readings
  where device_id = $1 and metric = $2 and time >= $3 and time <= $4 order by time desc limit $5`

type Needed = Pick<Services, 'db' | 'facts' | 'log'>
type Asked = Input<typeof contract>

/** Judging a fortnight again is work. */
const oneEach = createOneEach()

/** What other limits would have raised, and what the present ones raise, of the same readings by the same rules. */
export async function tryLimits(services: Needed, caller: Caller, asked: Asked): Promise<Tried> {
  const device = await getVisibleDevice(services.db, caller, { uuid: asked.params.uuid })
  return oneEach(caller.id, () => tried(services, device, asked.body))
}

async function tried({ db, facts }: Needed, device: VisibleDevice, body: Asked['body']): Promise<Tried> {
  const { given, present } = await agreementsOf(db, device, body)
  const to = new Date()
  const asked = laterOf(new Date(to.getTime() - body.days * DAY_MS), device.shownSince)
  // Nobody wears it: there is nothing to try on.
  const from = asked < to ? asked : to
  const { rows } = await facts.query<Reading>({
    text: NEWEST,
    values: [device.id, metric(body.metric).id, from, to, TRY_READINGS_MAX + 1],
    rowMode: 'array',
  })
  const readings = rows.slice(0, TRY_READINGS_MAX).reverse()
  const beside = await readBeside(facts, device.id, readings)
  const alarms = await replayed(readings, beside, { metric: body.metric, ...given })
  const now = await replayed(readings, beside, { metric: body.metric, ...present })
  return {
    from,
    to,
    limits: boundsFor(body.metric, given.limits),
    total: alarms.length,
    alarms: alarms.slice(-TRY_ALARMS_MAX).map(toTriedAlarm),
    presentTotal: now.length,
    readings: readings.length,
    isCut: rows.length > readings.length,
    points: extremesOf(readings, { from, to }),
  }
}

const toTriedAlarm = (alarm: ReplayedAlarm): Tried['alarms'][number] => ({
  severity: alarm.severity,
  direction: alarm.direction,
  openedAt: new Date(alarm.openedAt),
  clearedAt: alarm.clearedAt === null ? null : new Date(alarm.clearedAt),
  value: rounded(alarm.value),
})
