import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm, record } from '../testing/fixtures.ts'
import { exampleOf } from '../testing/examples.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { addressOf, calls, mayAsk, newAddress, staySignedInAs } from '../testing/walk.ts'

/** Notes down each table that the interface itself changes. */
const NOTING = `
create table changed_tables (name text);
create function note_change() returns trigger language plpgsql security definer as $$
begin
  if session_user like '%carewatch_api%' then insert into changed_tables values (tg_table_name); end if;
  return null;
end $$;
do $$ declare each record; begin
  for each in select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'changed_tables' and not relispartition loop
    execute format('create trigger note_change after insert or update or delete on %I for each row execute function note_change()', each.relname);
  end loop;
end $$`

/** Who was shown whom, when a sign-in was last seen, how often a call with a limit was made; and what the watchdog finds, and the sender of webhooks puts into order, by itself meanwhile. An export in bulk begins by GET, as its standard has it, and when a calendar was last fetched is noted. */
const TRACES = [
  'audit_log',
  'sessions',
  'failed_tries',
  'watch_findings',
  'outgoing_events',
  'fhir_exports',
  'personal_links',
]

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture)
  await record(harness, fixture.device.id, { metric: 'heartRate', minutes: 60, every: 5, value: () => 72.5 })
  await harness.db.execute(NOTING)
})
afterAll(() => harness.close())

async function changedTables(): Promise<string[]> {
  const { rows } = await harness.db.execute<{ name: string }>('delete from changed_tables returning name')
  return [...new Set(rows.map(({ name }) => name))].filter((name) => !TRACES.includes(name))
}

it('notes what a call changes', async () => {
  const token = await staySignedInAs(harness, fixture, 'OWNER')
  const body = { selectedLanguage: 'lv' }
  expect((await harness.call('POST', '/user/changeLanguage', { token, body })).status).toBe(200)
  expect(await changedTables()).toContain('users')
})

it.each(calls.filter(({ endpoint }) => endpoint.method === 'GET'))(
  '$line changes nothing, whoever asks',
  async ({ name, endpoint }) => {
    const input = await exampleOf(name).ask(fixture, harness)
    const token = await staySignedInAs(harness, fixture, mayAsk(endpoint)[0] ?? 'ADMIN')
    await changedTables()
    const answer = await harness.exchange('GET', addressOf(endpoint, input), { token, from: newAddress() })
    expect(answer.status).toBeLessThan(400)
    expect(await changedTables()).toEqual([])
  },
)
