import { environmentOf } from '@carewatch/platform/environment'
import { passwordsIn } from '@carewatch/platform/database/service-roles'
import { migrate } from './migrate.ts'
import { letServicesIn } from './roles/let-in.ts'
import { migrateQueues } from '@carewatch/platform/queues'

const given = environmentOf(process.env)
const { DATABASE_URL, REDIS_URL } = given
if (!DATABASE_URL)
  throw new Error('DATABASE_URL takes a PostgreSQL address, postgres://user:password@host:port/name')

const ran = await migrate(DATABASE_URL)
await migrateQueues({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL })
await letServicesIn(DATABASE_URL, passwordsIn(given))
process.stdout.write(ran.length ? `ran ${ran.join(', ')}\n` : 'nothing to run\n')
