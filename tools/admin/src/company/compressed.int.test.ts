import { join } from 'node:path'
import { fillHouse } from '@carewatch/migrations/testing/fill-house'
import { hypertablesThere } from '@carewatch/migrations/timescale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportCompany } from './export.ts'
import { clearCompanies, importCompany } from './import.ts'
import { lockOf, type Place, placeWith, sealAnew } from './testing.ts'

const SECRET = 'the secret of both installations, long'
const source: Place = await placeWith(SECRET)
const target: Place = await placeWith(SECRET)
const file = join(source.folder, 'one.company')
const hasTimescale = (await hypertablesThere(target.client)).length > 0
afterAll(async () => {
  await source.end()
  await target.end()
})

const ask = async (place: Place, text: string) => (await place.client.query(text)).rows

const HOURS = `generate_series(10, 100 * 24) n`
const FACTS = `
insert into readings (device_id, metric, time, value) select d.id, m, date_trunc('hour', now()) - n * interval '1 hour', (n % 50)::real + 0.1::real
  from devices d, generate_series(1, 3) m, ${HOURS} on conflict do nothing;
insert into positions (device_id, time, lat, lng) select d.id, date_trunc('hour', now()) - n * interval '1 hour', 32.8 + n * 1e-7, 35
  from devices d, ${HOURS} on conflict do nothing`
const COMPRESS = `select count(compress_chunk(c)) from unnest(array['readings', 'positions']::regclass[]) t, show_chunks(t, older_than => now() - interval '14 days') c`

const sumOf = (table: string, columns: string): string => `
select count(*)::int as count, md5(string_agg(row(d.imei, ${columns})::text, ',' order by d.imei, ${columns})) as sum
from ${table} r join devices d on d.id = r.device_id join companies c on c.id = d.company_id where c.code = 'MOVED'`
const MOVED = [sumOf('readings', 'r.metric, r.time, r.value'), sumOf('positions', 'r.time, r.lat, r.lng')]
const ALL =
  'select (select count(*)::int from readings) as readings, (select count(*)::int from positions) as positions'

/** Over how many days each statement that stores positions goes. */
const WATCHED = `
create table spans (days int4 not null);
create function note_span() returns trigger language plpgsql as $$ begin insert into spans select max(time)::date - min(time)::date from added; return null; end $$;
create trigger note_span after insert on positions referencing new table as added for each statement execute function note_span()`

describe.skipIf(!hasTimescale)('on a server with TimescaleDB', () => {
  let before: unknown[]
  beforeAll(async () => {
    const moved = await fillHouse(source.client)
    await fillHouse(target.client)
    await ask(source, `update companies set code = 'MOVED' where id = ${moved}`)
    await ask(source, `update assignments set started_at = now() - interval '200 days'`)
    for (const place of [source, target]) {
      await ask(place, FACTS)
      await ask(place, COMPRESS)
      await sealAnew(place.client)
    }
    await exportCompany(source, 'MOVED', lockOf(file))
    before = await ask(target, ALL)
  })

  it('a company comes into what is compressed, no more than four weeks at once', async () => {
    await ask(target, WATCHED)
    await importCompany(target, lockOf(file))
    for (const query of MOVED) {
      const was = await ask(source, query)
      expect(was).toEqual([
        { count: expect.toSatisfy((count: number) => count > 2000), sum: expect.any(String) },
      ])
      expect(await ask(target, query)).toEqual(was)
    }
    expect(
      await ask(target, 'select max(days) < 28 as "areFew", count(*) > 3 as "areSeveral" from spans'),
    ).toEqual([{ areFew: true, areSeveral: true }])
  })

  it('what was broken off is taken away when it is compressed', async () => {
    await ask(target, COMPRESS)
    await ask(target, `update company_arrivals set arrived_at = null where cardinality(device_ids) > 0`)
    expect(await clearCompanies(target)).toBe(1)
    expect(await ask(target, ALL)).toEqual(before)
  })
})
