import type { AlarmKind, Direction, Severity } from '@carewatch/contracts/alarms'
import type { MetricName } from '@carewatch/contracts/metrics'
import { HOUR_MS, MINUTE_MS } from '../physiology/local-time.ts'

/** Something that went wrong in the past fortnight, and how people answered. */
export type Episode = {
  wearer: number
  kind: AlarmKind
  direction: Direction
  severity: Severity
  metric?: MetricName
  value?: number
  hoursAgo: number
  count?: number
  /** Minutes from the beginning; absent: it never happened. */
  cleared?: number
  acknowledged?: number
  closed?: number
  by?: 'supervisor' | 'olga' | 'samir'
  cause?: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED'
  /** What was found, or why it waits. */
  note?: string
  deferred?: boolean
}

const vital = (
  wearer: number,
  kind: AlarmKind,
  reading: { direction: Direction; metric: MetricName; value: number },
): Pick<Episode, 'wearer' | 'kind' | 'direction' | 'metric' | 'value'> => ({ wearer, kind, ...reading })

const pressed = (wearer: number, kind: 'SOS' | 'FALL') =>
  ({ wearer, kind, direction: 'NONE', severity: 'CRITICAL' }) as const

const fast = (value: number) => ({ direction: 'HIGH', metric: 'heartRate', value }) as const
const tense = (value: number) => ({ direction: 'HIGH', metric: 'systolic', value }) as const
const thin = (value: number) => ({ direction: 'LOW', metric: 'spo2', value }) as const
const hot = (value: number) => ({ direction: 'HIGH', metric: 'temperature', value }) as const
const empty = (value: number) => ({ direction: 'LOW', metric: 'battery', value }) as const

/** Newest first. What is still open needs nobody's readings to change: latched, or already over and only unread. */
export const episodes: readonly Episode[] = [
  { ...pressed(3, 'FALL'), hoursAgo: 0.4, acknowledged: 3, by: 'supervisor' },
  { ...vital(5, 'BLOOD_PRESSURE', tense(176)), severity: 'HIGH', hoursAgo: 2.2, count: 2, cleared: 62 },
  { ...vital(10, 'HEART_RATE', fast(141)), severity: 'HIGH', hoursAgo: 5.5, count: 3, cleared: 26 },
  {
    ...vital(7, 'TEMPERATURE', hot(38.3)),
    severity: 'HIGH',
    hoursAgo: 20,
    cleared: 190,
    acknowledged: 12,
    by: 'olga',
    deferred: true,
    note: 'Doctor comes tomorrow morning',
  },
  {
    ...vital(2, 'SPO2', thin(89)),
    severity: 'HIGH',
    hoursAgo: 27,
    count: 2,
    cleared: 45,
    acknowledged: 4,
    by: 'olga',
    note: 'Sat him up, opened the window; 95 % after half an hour',
  },
  {
    ...pressed(1, 'SOS'),
    hoursAgo: 49,
    acknowledged: 1,
    closed: 9,
    by: 'supervisor',
    cause: 'HELPED',
    note: 'Slipped in the bathroom, no injury, helped up',
  },
  {
    ...pressed(12, 'SOS'),
    hoursAgo: 71,
    acknowledged: 2,
    closed: 5,
    by: 'samir',
    cause: 'FALSE_ALARM',
    note: 'Pressed while putting on a coat',
  },
  {
    ...vital(0, 'HEART_RATE', fast(146)),
    severity: 'CRITICAL',
    hoursAgo: 98,
    count: 4,
    cleared: 31,
    acknowledged: 2,
    by: 'supervisor',
    note: 'Climbed the stairs; rested, all well',
  },
  {
    ...vital(13, 'BATTERY', empty(18)),
    severity: 'LOW',
    hoursAgo: 120,
    cleared: 55,
    acknowledged: 40,
    by: 'samir',
    note: 'Put on the charger',
  },
  {
    ...pressed(8, 'FALL'),
    hoursAgo: 146,
    acknowledged: 2,
    closed: 14,
    by: 'olga',
    cause: 'HELPED',
    note: 'Fell beside the bed; checked by the doctor',
  },
  {
    ...vital(4, 'BLOOD_PRESSURE', tense(181)),
    severity: 'HIGH',
    hoursAgo: 170,
    count: 3,
    cleared: 95,
    acknowledged: 7,
    by: 'supervisor',
    note: 'Took the forgotten evening tablet',
  },
  {
    ...pressed(11, 'SOS'),
    hoursAgo: 215,
    acknowledged: 3,
    closed: 6,
    by: 'samir',
    cause: 'TEST',
    note: 'Monthly test of the button',
  },
  {
    ...vital(9, 'HEART_RATE', { direction: 'LOW', metric: 'heartRate', value: 36 }),
    severity: 'HIGH',
    hoursAgo: 260,
    count: 2,
    cleared: 40,
    acknowledged: 5,
    by: 'olga',
    note: 'Asleep; doctor informed',
  },
  {
    ...vital(16, 'SPO2', thin(88)),
    severity: 'HIGH',
    hoursAgo: 66,
    cleared: 35,
    acknowledged: 6,
    by: 'supervisor',
    note: 'Changed the position of the watch',
  },
]

export const startOf = ({ hoursAgo }: Episode, now: number): number => Math.round(now - hoursAgo * HOUR_MS)

/** Swells before the alarm and ebbs as it clears: the graph shows what the alarm says. */
export function duringEpisode(calm: number, episode: Episode, sinceStart: number): number {
  if (episode.value === undefined) return calm
  const rise = 15 * MINUTE_MS
  const lasts = (episode.cleared ?? 30) * MINUTE_MS
  if (sinceStart < -rise || sinceStart > lasts) return calm
  const share = sinceStart < 0 ? 1 + sinceStart / rise : 1 - (sinceStart / lasts) ** 3
  return calm + (episode.value - calm) * share
}
