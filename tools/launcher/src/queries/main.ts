import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { migrate } from '@carewatch/migrations/migrate'
import pg from 'pg'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { ROOT } from '../env.ts'
import { freePort } from '../ports.ts'
import { TEST_SETTINGS } from '../testing/server-settings.ts'
import { checkQueries } from './check-queries.ts'
import { dropFormerNames } from './former-names.ts'
import { interfaceScopes } from './scopes/interface-scopes.ts'

/** Without the steps, which ask about what is not there yet, the benchmarks and the move of a company, which make tables of their own (the benchmarks begin when they are read), and the faults, which ask through one function. */
const OURS = /^(?:api|broker|ingest|platform|rules-engine|tools\/(?!bench|faults|admin\/src\/company))/
const TESTS = /test\.ts$|\/testing/

const isOurs = (file: string): boolean => {
  const path = relative(ROOT, file)
  return OURS.test(path) && !TESTS.test(path)
}

/** A database as the steps of this version make it, for as long as the work takes. */
async function withMigrated<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-queries-'))
  chmodSync(folder, 0o755)
  try {
    const { port, stop } = await startPostgres({
      folder: join(folder, 'postgres'),
      port: await freePort(),
      password: 'queries',
      settings: TEST_SETTINGS,
    })
    try {
      const url = `postgres://carewatch:queries@127.0.0.1:${port}/postgres`
      await migrate(url)
      const client = new pg.Client(url)
      await client.connect()
      try {
        await dropFormerNames(client)
        return await work(client)
      } finally {
        await client.end()
      }
    } finally {
      await stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** So many there were when this was written: who finds far fewer is blind, and says nothing of those that are left. */
const AT_LEAST = { asked: 200, looked: 250, scoped: 400 }

const DONE = join(ROOT, 'node_modules/.cache/queries')

/** Whatever the answer hangs on: what did not change since it was good is not asked again. */
function stateOf(): string {
  const folders = [
    'api',
    'broker',
    'contracts',
    'devices',
    'ingest',
    'platform',
    'rules-engine',
    'migrations',
    'tools',
  ]
  const hash = createHash('sha256')
  const others = [
    'tsconfig.json',
    'package.json',
    '*/package.json',
    'tools/*/package.json',
    'pnpm-*.yaml',
    'patches/*',
  ]
  hash.update(process.version)
  for (const file of globSync([...folders.map((folder) => `${folder}/**/*.{ts,sql}`), ...others], {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules',
  }).sort())
    hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

const state = stateOf()
if (existsSync(DONE) && readFileSync(DONE, 'utf8') === state) process.exit()

const { asked, looked, scoped, faults } = await withMigrated((client) =>
  checkQueries(client, { root: ROOT, config: 'tsconfig.json', isLookedAt: isOurs, scopes: interfaceScopes }),
)
if (asked < AT_LEAST.asked || looked < AT_LEAST.looked || scoped < AT_LEAST.scoped)
  faults.push({
    file: ROOT,
    line: 0,
    fault: `only ${asked} statements, ${looked} templates and ${scoped} statements of the interface were found`,
  })
for (const { file, line, fault } of faults) console.log(`${relative(ROOT, file)}:${line} ${fault}`)
console.log(
  `${asked} statements asked of PostgreSQL, ${looked} templates looked through, ${scoped} statements of the interface asked whose rows they find, ${faults.length} faults`,
)
if (faults.length === 0) {
  mkdirSync(dirname(DONE), { recursive: true })
  writeFileSync(DONE, state)
}
// The programs' modules were read, and some of them keep a timer.
process.exit(faults.length > 0 ? 1 : 0)
