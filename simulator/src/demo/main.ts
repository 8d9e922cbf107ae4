import { DemoEnv } from './env.ts'
import { keepCredentials } from '../credentials.ts'
import { seedDemo } from './seed.ts'

const { DATABASE_URL, DATA_DIR } = DemoEnv.parse(process.env)
const outcome = await seedDemo(DATABASE_URL, Date.now(), (credentials) =>
  keepCredentials(DATA_DIR, credentials),
)
process.stdout.write(outcome === 'made' ? 'demo made\n' : 'demo already there\n')
