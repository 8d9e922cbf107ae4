import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/platform/database/testing'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Credentials } from '../src/credentials.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { isNotification, signIn } from './person.ts'
import { startProduct, type Product } from './product.ts'

const ADMIN = join(import.meta.dirname, '../../admin/src/main.ts')
const OLD = 'a-secret-that-the-old-installation-has'
const NEW = 'a-secret-that-the-new-installation-has'
const NURSE = 'supervisor@demo.test'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-moved-'))
const passphrase = join(folder, 'passphrase')
const file = join(folder, 'demo.company')
let old: Awaited<ReturnType<typeof testDatabase>>
let fresh: Awaited<ReturnType<typeof testDatabase>>
let product: Product
let credentials: Credentials
beforeAll(async () => {
  writeFileSync(passphrase, 'a passphrase of this journey')
  old = await testDatabase()
  fresh = await testDatabase()
  await seedDemo(old.url, Date.now(), (made) => (credentials = made))
  product = await startProduct(fresh.url, { JWT_SECRET: NEW })
})
afterAll(async () => {
  await product.close()
  await old.drop()
  await fresh.drop()
  rmSync(folder, { recursive: true })
})

/** The command as an operator types it, on the installation that has this database and secret. */
async function admin(place: { url: string; secret: string }, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: place.url, JWT_SECRET: place.secret, DATA_DIR: folder }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ADMIN, 'company', ...words, '--passphrase-file', passphrase],
    { env },
  )
  return stdout
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A nurse and a watch of a company that is there before, and stays. */
async function neighbours() {
  const { id: companyId } = await createCompany(fresh.db)
  const { id: branchId } = await createBranch(fresh.db, companyId)
  const nurse = await createUser(fresh.db, { role: 'SUPERVISOR', companyId, branchId })
  return { nurse, device: await createDevice(fresh.db, { companyId, branchId }) }
}

const WORN = `select d.imei, d.uuid from devices d join users u on u.branch_id = d.branch_id join assignments a on a.device_id = d.id
  join wearers w on w.id = a.wearer_id where u.email = '${NURSE}' and a.started_at <= now() and a.ended_at is null and w.status = 'ACTIVE' and d.is_active order by d.id`
const MEASURED = `select d.imei, r.metric, count(*)::int as count, sum(round(r.value * 1000)::int8)::text as sum, min(r.time) as first, max(r.time) as last
  from readings r join devices d on d.id = r.device_id join companies c on c.id = d.company_id where c.code = 'GAC' group by 1, 2 order by 1, 2`

async function callForHelp({ imei, password }: { imei: string; password: string }): Promise<void> {
  const watch = await connectAsync(product.mqttUrl, { username: imei, password, clientId: imei })
  const event = JSON.stringify({ time: Date.now(), type: 'SOS' })
  await watch.publishAsync(`watch/${imei}/event`, event, { qos: 1 })
  await watch.endAsync()
}

it('a company of the demo moves into an installation that runs: its nurse signs in with her password, and an SOS of its watch rings there', async () => {
  const { nurse, device } = await neighbours()
  const before = await signIn(product, nurse.email)
  const theirs = await before.listen()
  await admin({ url: old.url, secret: OLD }, 'export', 'GAC', '--to', file)
  const coming = admin({ url: fresh.url, secret: NEW }, 'import', file)
  // Meanwhile somebody else's call for help rings.
  await callForHelp(device)
  expect((await theirs.next(isNotification('opened'))).notification).toMatchObject({ kind: 'SOS' })
  expect(await coming).toMatch(/^Golden Age Care \(GAC\) is here as it was at .* all of them checked\.\n$/)

  const [worn] = await ask<{ imei: string; uuid: string }>(fresh.url, WORN)
  const watch = credentials.watches.find(({ imei }) => imei === worn?.imei)
  if (!worn || !watch) throw new Error('Nobody of the nurse wears a watch.')
  const person = await signIn(product, NURSE, 'carewatch')
  const screen = await person.listen()
  await callForHelp(watch)
  const { notification } = await screen.next(isNotification('opened'))
  expect(notification).toMatchObject({ kind: 'SOS', severity: 'CRITICAL', deviceUuid: worn.uuid })
  screen.close()
  theirs.close()
})

it('has every reading of its watches in the new installation', async () => {
  const measured = await ask(old.url, MEASURED)
  expect(measured.length).toBeGreaterThan(10)
  expect(await ask(fresh.url, MEASURED)).toEqual(measured)
})
