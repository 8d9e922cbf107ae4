import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenToChanges } from './changes.ts'
import { openTimescale } from './client.ts'
import { testDatabase } from './testing.ts'
import { forgetfulLine } from './testing-line.ts'

const SOON = { timeout: 30_000 }
const SILENT_MS = 2_000
const NAME = 'listener of the test'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof openTimescale>
beforeAll(async () => {
  database = await testDatabase()
  pool = openTimescale(database.url, 2)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** What was received, how often something may have been missed, and what went wrong. */
async function listener(url: string, silentMs?: number) {
  const seen = { ids: [] as string[], gaps: 0, errors: [] as Error[] }
  const changes = listenToChanges(
    url,
    { device_changed: (id) => void seen.ids.push(id), user_changed: () => {} },
    {
      onGap: () => void seen.gaps++,
      onError: (error) => void seen.errors.push(error),
      ...(silentMs && { silentMs }),
    },
  )
  await changes.listening
  return { seen, close: changes.close }
}
const notify = (id: number) => pool.query(`select pg_notify('device_changed', $1)`, [String(id)])

it('receives what is said, and after its connection was ended says that something may be missing and receives on', async () => {
  const named = new URL(database.url)
  named.searchParams.set('application_name', NAME)
  const { seen, close } = await listener(named.href)
  expect(seen.gaps).toBe(1)
  await notify(1)
  await expect.poll(() => seen.ids, SOON).toEqual(['1'])
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    NAME,
  ])
  await expect.poll(() => seen.gaps, SOON).toBe(2)
  expect(seen.errors.length).toBeGreaterThan(0)
  await notify(2)
  await expect.poll(() => seen.ids, SOON).toEqual(['1', '2'])
  await close()
})

it('finds out by itself that a router forgot its connection', async () => {
  const line = await forgetfulLine(database.url)
  const { seen, close } = await listener(line.url, SILENT_MS)
  line.forget()
  await notify(3)
  await expect.poll(() => seen.gaps, SOON).toBeGreaterThan(1)
  const receives = async (): Promise<boolean> => {
    await notify(4)
    return seen.ids.includes('4')
  }
  await expect.poll(receives, SOON).toBe(true)
  expect(seen.ids).not.toContain('3')
  line.forget()
  await close()
  line.close()
})

it('ends while it connects, however far that has come', async () => {
  for (let turns = 0; turns < 40; turns++) {
    const changes = listenToChanges(database.url, {}, { onGap: () => {}, onError: () => {} })
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(await changes.close()).toBeUndefined()
  }
})

it('ends at once while the database is away', async () => {
  const errors: Error[] = []
  const changes = listenToChanges(
    database.url.replace(/:\d+\//, ':1/'),
    { user_changed: () => {} },
    { onGap: () => {}, onError: (error) => void errors.push(error) },
  )
  await expect.poll(() => errors.length, SOON).toBeGreaterThan(1)
  await changes.close()
})
