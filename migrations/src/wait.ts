import { setTimeout as wait } from 'node:timers/promises'
import { environmentOf } from '@carewatch/platform/environment'
import { services, variableOf } from '@carewatch/platform/database/service-roles'
import { whyNotReady } from './readiness.ts'

const ASKED_EVERY_MS = 1_000
const LOGGED_EVERY_MS = 60_000

const [, , awaited] = process.argv
if (awaited !== 'database' && awaited !== 'steps')
  throw new Error('takes what to wait for: database (it lets us in), or steps (it has those of this version)')

const given = environmentOf(process.env)
const { DATABASE_URL } = given
if (!DATABASE_URL)
  throw new Error('DATABASE_URL takes a PostgreSQL address, postgres://user:password@host:port/name')
const partUrls = services.flatMap((service) => given[variableOf(service)] ?? [])

let loggedAt = -Infinity
for (;;) {
  const why = await whyNotReady({ databaseUrl: DATABASE_URL, partUrls, awaited })
  if (why === undefined) break
  if (performance.now() - loggedAt >= LOGGED_EVERY_MS) {
    process.stdout.write(`waiting: ${why}\n`)
    loggedAt = performance.now()
  }
  await wait(ASKED_EVERY_MS)
}
