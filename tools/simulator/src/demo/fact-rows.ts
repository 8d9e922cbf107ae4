import { metric } from '@carewatch/contracts/metrics'
import { personAt } from '../physiology/person.ts'
import { episodes } from './episodes.ts'
import { historyOf, type Series, type Track } from './history.ts'
import type { WornWatch } from './watch-rows.ts'
import type { Writer } from './writer.ts'

/** An engine may have summed these days already. */
const INSERT_SERIES = `with measured as (
    insert into readings (time, device_id, value, metric)
    select to_timestamp(t / 1000.0), $1, v, $2 from unnest($3::float8[], $4::real[]) as sample (t, v) returning time)
  insert into reading_days_touched (device_id, day) select distinct $1::int, date_bin('1 day', time, 'epoch') from measured`

const INSERT_TRACK = `insert into positions (time, device_id, lat, lng, accuracy_m, source)
  select to_timestamp(t / 1000.0), $1, lat, lng, accuracy, source
  from unnest($2::float8[], $3::float8[], $4::float8[], $5::real[], $6::text[]) as fix (t, lat, lng, accuracy, source)`

const INSERT_STATUS = `insert into device_status (device_id, last_seen_at, battery, wearing)
  values ($1, to_timestamp($2 / 1000.0), $3, $4)`

async function insertSeries({ client }: Writer, deviceId: number, series: readonly Series[]): Promise<void> {
  for (const { metric: name, times, values } of series)
    await client.query({
      name: 'demo series',
      text: INSERT_SERIES,
      values: [deviceId, metric(name).id, times, values],
    })
}

async function insertTrack({ client }: Writer, deviceId: number, track: Track): Promise<void> {
  await client.query({
    name: 'demo track',
    text: INSERT_TRACK,
    values: [
      deviceId,
      track.map(({ time }) => time),
      track.map(({ fix }) => fix.lat),
      track.map(({ fix }) => fix.lng),
      track.map(({ fix }) => fix.accuracy),
      track.map(({ fix }) => fix.source),
    ],
  })
}

/** Written straight into the tables, past the broker: the past must not ring today. A watch has none from before it was given to anybody. */
export async function writeHistory(
  writer: Writer,
  worn: readonly WornWatch[],
  past: { from: number; to: number },
): Promise<void> {
  for (const [place, { id, profile, home, wornSince }] of worn.entries()) {
    const own = episodes.filter(({ wearer }) => wearer === place)
    const from = Math.max(past.from, wornSince)
    const { series, track } = historyOf(profile, home, { from, to: past.to, now: past.to, episodes: own })
    await insertSeries(writer, id, series)
    await insertTrack(writer, id, track)
    const { battery, charging } = personAt(profile, past.to)
    const lastSeen = Math.max(...series.map(({ times }) => times.at(-1) ?? past.from))
    await writer.client.query(INSERT_STATUS, [id, lastSeen, battery, !charging])
  }
}
