import { COUNTED_MOST } from '@carewatch/contracts/summed-days'

/** Side by side, the metrics of one graph. */
const letters = ['a', 'b', 'c'] as const

/** One metric a row, or of a graph of several what was measured at once. Parameters: devices, metrics, from, to. */
function source(width: number): string {
  const found =
    'from readings where device_id = any($1::int4[]) and metric = any($2::int2[]) and time >= $3 and time < $4'
  if (width === 1) return `(select device_id, metric, time, value::float8 as a ${found})`
  const columns = letters
    .slice(0, width)
    .map((name, index) => `max(value::float8) filter (where metric = ($2::int2[])[${index + 1}]) as ${name}`)
  return `(select device_id, ($2::int2[])[1] as metric, time, ${columns.join(', ')} ${found}
    group by device_id, time having count(*) = ${width})`
}

/** As `contracts/summed-days.ts` reads it. */
function packed(count: string, picks: readonly string[], width: number): string {
  const samples = picks.map((pick) => {
    const values = Array.from({ length: width }, (_, index) => `float4send((${pick})[${index + 3}]::float4)`)
    return `int4send((${pick})[2]::int4) || ${values.join(' || ')}`
  })
  return `int2send(least(${count}, ${COUNTED_MOST})::int2) || ${samples.join(' || ')}`
}

/**
 * Sums whole days of some devices, of every graph of one metric at once or of one graph of several. Parameters: devices, metrics, from and to, which begin days.
 * Arrays compare element by element, so the least of `array[value, time, …]` is the lowest reading itself, of the same ones the first.
 */
export function sumDays(width: number): string {
  const all = letters.slice(0, width)
  const whole = all.map((value, index) => `array[${[value, 'in_day', ...all].join(', ')}] as x${index}`)
  const extremes = all.flatMap((_, index) => [
    `min(x${index}) as low${index}`,
    `max(x${index}) as high${index}`,
  ])
  const names = all.flatMap((_, index) => [`low${index}`, `high${index}`])
  const ofDay = all.flatMap((_, index) => [`min(low${index})`, `max(high${index})`])
  return `
insert into reading_days (device_id, metric, day, quarters, whole)
select device_id, metric, day, string_agg(${packed('n', names, width)}, ''::bytea order by at), ${packed('sum(n)', ofDay, width)}
from (
  select device_id, metric, day, date_bin('15 minutes', time, 'epoch') as at, count(*) as n, ${extremes.join(', ')}
  from (
    select device_id, metric, time, day, ${whole.join(', ')} from (
      select *, date_part('epoch', time - day) * 1000 as in_day from (
        select *, date_bin('1 day', time, 'epoch') as day from ${source(width)} measured) dated) timed offset 0) readings
  group by device_id, metric, day, at) quarters
group by device_id, metric, day
on conflict (device_id, metric, day) do update set quarters = excluded.quarters, whole = excluded.whole`
}
