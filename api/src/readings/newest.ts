import type { Facts } from '../services.ts'
import type { Range } from './history-sql.ts'

/** So far back the newest is looked for at once: whoever wears a watch is found there. */
export const RECENT_MS = 7 * 86_400_000
const WEEK_MS = 7 * 86_400_000

/** Per metric the newest reading of a time. Parameters: device, metrics, from, to: moments of their own, so that it is planned for the chunks between them. */
const NEWEST = `select m.id, latest.time, latest.value from unnest($2::int[]) as m (id) cross join lateral (
    select time, value::float8 as value from readings
    where device_id = $1 and metric = m.id and time >= $3 and time <= $4 order by time desc limit 1) latest`

/** Per metric the newest week of a time that holds readings, as far as the directory reaches. */
const WEEKS = `select m.id, found.week, coalesce(found.week, $3::timestamptz) >= known.since as "isKnown"
  from unnest($2::int[]) as m (id) cross join (select coalesce(max(since), 'infinity') as since from reading_weeks_known) known
  left join lateral (select week from reading_weeks where device_id = $1 and metric = m.id
    and week > $3::timestamptz - interval '7 days' and week <= $4 order by week desc limit 1) found on true`

export type Newest = { id: number; time: Date; value: number }
type Week = { id: number; week: Date | null; isKnown: boolean }

/** Per metric the newest reading of a time, where there is one. Without a name: the plan kept for any times would open every chunk there is. */
export const newestOf = async (facts: Facts, { deviceId, from, to }: Range, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : (await facts.query<Newest>({ text: NEWEST, values: [deviceId, ids, from, to] })).rows

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const without = (ids: readonly number[], rows: readonly { id: number }[]): number[] =>
  ids.filter((id) => !idsOf(rows).includes(id))

/** Each in the week that the directory names: a question over years opens every chunk, one in a week one or two. */
async function newestInWeeks(facts: Facts, range: Range, weeks: readonly Week[]): Promise<Newest[]> {
  const byWeek = Map.groupBy(weeks, ({ week }) => week?.getTime())
  const found: Newest[] = []
  for (const [week, of] of byWeek) {
    if (week === undefined) continue
    const from = new Date(Math.max(week, range.from.getTime()))
    const to = new Date(Math.min(week + WEEK_MS - 1, range.to.getTime()))
    found.push(...(await newestOf(facts, { ...range, from, to }, idsOf(of))))
  }
  return found
}

/** The newest readings of a time that lies behind what was looked at already. What the directory does not know yet, or names a week whose readings are gone, is looked for everywhere. */
export async function newestLongAgo(
  facts: Facts,
  range: Range,
  ids: readonly number[],
): Promise<readonly Newest[]> {
  if (ids.length === 0 || range.from > range.to) return []
  // unscoped: of a device that was found before, and one row for all houses that says how far back the weeks are known
  const { rows } = await facts.query<Week>({
    text: WEEKS,
    values: [range.deviceId, ids, range.from, range.to],
  })
  const [known, unknown] = [rows.filter(({ isKnown }) => isKnown), rows.filter(({ isKnown }) => !isKnown)]
  const named = known.filter(({ week }) => week !== null)
  const found = await newestInWeeks(facts, range, named)
  const everywhere = [...idsOf(unknown), ...without(idsOf(named), found)]
  return [...found, ...(await newestOf(facts, range, everywhere))]
}
