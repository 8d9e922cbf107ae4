import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  TRY_ALARMS_MAX,
  TRY_READINGS_MAX,
  type Tried,
  type tryLimits as contract,
} from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { type LimitMap, limitsFor } from '@carewatch/contracts/limits'
import { type LimitedMetric, metric } from '@carewatch/contracts/metrics'
import { createReplay, type ReplayedAlarm } from '@carewatch/contracts/rules/replay'
import type { Caller } from '../../access/viewer.ts'
import { rounded } from '../decimate.ts'
import type { Services } from '../../services.ts'
import { createOneEach } from './one-each.ts'
import { agreementsOf } from './agreements.ts'
import { extremesOf, type Reading } from './points.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { laterOf } from '../../access/worn.ts'

const DAY_MS = 86_400_000
/** Between them others have their turn. */
const READINGS_AT_ONCE = 5_000

const NEWEST = `select date_part('epoch', time) * 1000, value::float8 from readings
  where device_id = $1 and metric = $2 and time >= $3 and time <= $4 order by time desc limit $5`

type Needed = Pick<Services, 'db' | 'facts' | 'log'>
type Asked = Input<typeof contract>
type Agreed = { metric: LimitedMetric; limits: LimitMap; silentAfterMs: number }

/** Judging a fortnight again is work. */
const oneEach = createOneEach()

/** What other limits would have raised, and what the present ones raise, of the same readings by the same rules. */
export async function tryLimits(services: Needed, caller: Caller, asked: Asked): Promise<Tried> {
  const device = await getVisibleDevice(services.db, caller, { uuid: asked.params.uuid })
  return oneEach(caller.id, () => tried(services, device, asked.body))
}

async function tried({ db, facts }: Needed, device: VisibleDevice, body: Asked['body']): Promise<Tried> {
  const { given, present, silentAfterMs } = await agreementsOf(db, device, body)
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
  const alarms = await replayed(readings, { metric: body.metric, limits: given, silentAfterMs })
  const now = await replayed(readings, { metric: body.metric, limits: present, silentAfterMs })
  const { low = null, high = null } = limitsFor(body.metric, given)
  return {
    from,
    to,
    limits: { low, high },
    total: alarms.length,
    alarms: alarms.slice(-TRY_ALARMS_MAX).map(toTriedAlarm),
    presentTotal: now.length,
    readings: readings.length,
    isCut: rows.length > readings.length,
    points: extremesOf(readings, { from, to }),
  }
}

async function replayed(readings: readonly Reading[], agreed: Agreed): Promise<ReplayedAlarm[]> {
  const replay = createReplay(agreed)
  for (let start = 0; start < readings.length; start += READINGS_AT_ONCE) {
    for (const [time, value] of readings.slice(start, start + READINGS_AT_ONCE)) replay.add(time, value)
    await nextTurn()
  }
  return replay.alarms
}

const toTriedAlarm = ({ openedAt, clearedAt, value, ...alarm }: ReplayedAlarm): Tried['alarms'][number] => ({
  ...alarm,
  openedAt: new Date(openedAt),
  clearedAt: clearedAt === null ? null : new Date(clearedAt),
  value: rounded(value),
})
