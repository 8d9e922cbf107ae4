import { PublicUrl } from '@carewatch/contracts/public-url'
import { environmentOf } from '@carewatch/platform/environment'
import { passwordsIn } from '@carewatch/platform/database/service-roles'
import { migrate } from './migrate.ts'
import { untilPrimary } from './primary.ts'
import { letServicesIn } from './roles/let-in.ts'
import { migrateQueues } from '@carewatch/platform/queues'

const given = environmentOf(process.env)
const { DATABASE_URL, REDIS_URL, PUBLIC_URL } = given
if (!DATABASE_URL)
  throw new Error('DATABASE_URL takes a PostgreSQL address, postgres://user:password@host:port/name')

// Where it has one it is that of the parts, which would refuse it one after the other.
const address = PublicUrl.optional().safeParse(PUBLIC_URL)
if (!address.success) throw new Error(`PUBLIC_URL ${address.error.issues[0]?.message}`)

await untilPrimary(DATABASE_URL, (why) => process.stdout.write(`${why}\n`))
const ran = await migrate(DATABASE_URL)
await migrateQueues({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL })
await letServicesIn(DATABASE_URL, passwordsIn(given))
process.stdout.write(ran.length ? `ran ${ran.join(', ')}\n` : 'nothing to run\n')
