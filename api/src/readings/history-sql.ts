/** The statements of a graph. Plain SQL, so that it runs the same on PostgreSQL and on TimescaleDB. */

const letters = ['a', 'b', 'c'] as const
/** How many metrics one graph shows side by side. */
export type Width = 1 | 2 | 3

const tables = (width: Width) => letters.slice(0, width)

/** Several metrics of one message stand side by side, joined by their time. Parameters: device, from, to, then one metric each. */
function source(width: Width): string {
  const joins = tables(width)
    .slice(1)
    .map(
      (name, index) =>
        `join readings ${name} on ${name}.device_id = a.device_id and ${name}.time = a.time and ${name}.metric = $${index + 5}`,
    )
  return `readings a ${joins.join(' ')} where a.device_id = $1 and a.time >= $2 and a.time <= $3 and a.metric = $4`
}

/** `date_part` answers a float at once; `extract` would compute a numeric for every reading. */
const MILLISECONDS = "date_part('epoch', a.time) * 1000"
const values = (width: Width) => tables(width).map((name) => `${name}.value::float8`)

/** How many there are (counted no further than asked) and when the first and last were. */
export function extent(most: number): string {
  const range = 'from readings where device_id = $1 and metric = $4 and time >= $2 and time <= $3'
  return `select (select count(*)::int from (select ${range} limit ${most}) counted) as count,
    (select time ${range} order by time limit 1) as first,
    (select time ${range} order by time desc limit 1) as last`
}

/** Every reading: its time and its values. */
export const everyReading = (width: Width): string =>
  `select ${[MILLISECONDS, ...values(width)].join(', ')} from ${source(width)} order by a.time`

/**
 * Of each span the lowest and the highest of every metric, whole and with their own times.
 * Arrays compare element by element, so the least of `array[value, time, …]` is the lowest reading itself.
 */
export function extremes(width: Width): string {
  const all = values(width)
  const whole = all.map((value, index) => `array[${[value, MILLISECONDS, ...all].join(', ')}] as x${index}`)
  const picks = all.flatMap((_, index) => [`min(x${index})`, `max(x${index})`])
  const columns = picks.flatMap((pick) => ['', ...all].map((__, index) => `(${pick})[${index + 2}]`))
  // `offset 0`: each array is built once, not once for the lowest and once for the highest.
  return `select ${columns.join(', ')} from (select a.time, ${whole.join(', ')} from ${source(width)} offset 0) readings
    group by date_bin(make_interval(secs => $${width + 4}::float8 / 1000), time, 'epoch')`
}
