import { existsSync } from 'node:fs'
import { credentialsFile, keepCredentials, type Credentials } from '../credentials.ts'
import { DemoEnv } from './env.ts'
import { renewCredentials } from './renew.ts'
import { seedDemo } from './seed.ts'

const env = DemoEnv.safeParse(process.env)
if (!env.success) {
  const [issue] = env.error.issues
  process.stderr.write(`${issue?.path.join('.')} ${issue?.message}\n`)
  process.exit(1)
}
const { DATABASE_URL, DATA_DIR } = env.data
const keep = (credentials: Credentials): void => keepCredentials(DATA_DIR, credentials)

const outcome = await seedDemo(DATABASE_URL, Date.now(), keep)
const isLost = outcome === 'already there' && !existsSync(credentialsFile(DATA_DIR))
const renewed = isLost ? await renewCredentials(DATABASE_URL, keep) : undefined
process.stdout.write(`demo ${renewed === 'renewed' ? 'credentials renewed' : outcome}\n`)
