/** The statements of a graph. Plain SQL, so that it runs the same on PostgreSQL and on TimescaleDB. */

const letters = ['a', 'b', 'c'] as const
/** How many metrics one graph shows side by side. */
export type Width = 1 | 2 | 3

const names = (width: Width) => letters.slice(0, width)

/**
 * The values of one message side by side, one metric a column. Parameters: device, from, to, then one metric each.
 * Gathered by their time: joined, the planner takes the second metric anew for each reading of the first where it thinks them few.
 */
function source(width: Width): string {
  const range = 'from readings where device_id = $1 and time >= $2 and time <= $3'
  if (width === 1) return `(select time, value::float8 as a ${range} and metric = $4) a`
  const columns = names(width).map(
    (name, index) => `max(value::float8) filter (where metric = $${index + 4}) as ${name}`,
  )
  const metrics = names(width).map((_, index) => `$${index + 4}`)
  return `(select time, ${columns.join(', ')} ${range} and metric in (${metrics.join(', ')}) group by time having count(*) = ${width}) a`
}

/** `date_part` answers a float at once; `extract` would compute a numeric for every reading. */
const MILLISECONDS = "date_part('epoch', time) * 1000"

/** How many there are (counted no further than asked) and when the first and last were. */
export function extent(most: number): string {
  const range = 'from readings where device_id = $1 and metric = $4 and time >= $2 and time <= $3'
  return `select (select count(*)::int from (select ${range} limit ${most}) counted) as count,
    (select time ${range} order by time limit 1) as first,
    (select time ${range} order by time desc limit 1) as last`
}

/** Every reading: its time and its values. */
export const everyReading = (width: Width): string =>
  `select ${[MILLISECONDS, ...names(width)].join(', ')} from ${source(width)} order by time`

/**
 * Of each span how many there are, and the lowest and the highest of every metric, whole and with their own times.
 * Arrays compare element by element, so the least of `array[value, time, …]` is the lowest reading itself.
 */
export function extremes(width: Width): string {
  const all = names(width)
  const whole = all.map((value, index) => `array[${[value, MILLISECONDS, ...all].join(', ')}] as x${index}`)
  const picks = all.flatMap((_, index) => [`min(x${index})`, `max(x${index})`])
  const columns = picks.flatMap((pick) => ['', ...all].map((__, index) => `(${pick})[${index + 2}]`))
  // `offset 0`: each array is built once, not once for the lowest and once for the highest.
  return `select count(*)::int, ${columns.join(', ')} from (select time, ${whole.join(', ')} from ${source(width)} offset 0) readings
    group by date_bin(make_interval(secs => $${width + 4}::float8 / 1000), time, 'epoch')`
}

/** What one device measured in a time. */
export type Range = { deviceId: number; from: Date; to: Date }
