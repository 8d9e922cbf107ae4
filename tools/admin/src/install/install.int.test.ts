import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompany, createUser } from '@carewatch/migrations/factories'
import { migrate } from '@carewatch/migrations/migrate'
import { users } from '@carewatch/migrations/schema/people'
import { isPassword } from '@carewatch/platform/credentials/password'
import { openRelational } from '@carewatch/platform/database/client'
import { emptyDatabase } from '@carewatch/platform/database/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Answers, envOf, faults, passwordFault, suggestions } from './answers.ts'
import { install, writeEnvFile } from './install.ts'

let folder: string
let database: Awaited<ReturnType<typeof emptyDatabase>>
let relational: ReturnType<typeof openRelational>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carewatch-install-'))
  database = await emptyDatabase()
  relational = openRelational(database.url, 1)
})
afterEach(async () => {
  await relational.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const answers: Answers = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://care.house.test',
  WATCH_PORT: 'off',
  TLS_CERT: undefined,
  TLS_KEY: undefined,
  SMTP_URL: undefined,
  email: 'ruth@house.test',
  password: 'tulip harbour seventeen',
}
const placeOf = () => {
  const { db } = relational
  const env = envOf(answers, { DATABASE_URL: database.url, DATA_DIR: folder })
  return { db, folder, url: database.url, env }
}
const signInsOf = () => relational.db.select().from(users)

it('makes an administrator in an empty database, whose password stands in no file, and finds nothing to refuse', async () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'ADMIN_PASSWORD=old\nLOG_LEVEL=warn\n')
  writeEnvFile(file, answers)
  expect(readFileSync(file, 'utf8')).toBe(
    'LOG_LEVEL=warn\nHOST=0.0.0.0\nPUBLIC_URL=https://care.house.test\nWATCH_PORT=off\nDEMO=false\n',
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(`${file}.before`, 'utf8')).toContain('ADMIN_PASSWORD=old')
  expect(statSync(`${file}.before`).mode & 0o777).toBe(0o600)

  const { demo, notice, findings } = await install(placeOf(), answers)
  expect([demo, notice]).toEqual([undefined, undefined])
  const [ruth] = await signInsOf()
  expect(ruth).toMatchObject({ email: answers.email, role: 'ADMIN', isActive: true })
  expect(await isPassword(answers.password, ruth?.passwordHash ?? '')).toBe(true)
  expect(findings).toContainEqual({
    state: 'fine',
    what: 'Accounts',
    why: 'none with a password that everybody knows',
  })
})

it('takes a demo out of the way, into a backup, before the administrator is made', async () => {
  await migrate(database.url)
  await createUser(relational.db, { email: 'admin@demo.test' })
  await relational.close()
  const { demo } = await install(placeOf(), answers)
  const backup = /the demo is in (\S+)$/.exec(demo ?? '')?.[1] ?? ''
  expect(existsSync(backup)).toBe(true)
  relational = openRelational(database.url, 1)
  expect((await signInsOf()).map(({ email }) => email)).toEqual([answers.email])
})

it('closes a demo that has real people beside it, who stay', async () => {
  await migrate(database.url)
  await createUser(relational.db, { email: 'admin@demo.test' })
  const company = await createCompany(relational.db)
  await createUser(relational.db, { email: 'owner@house.test', role: 'OWNER', companyId: company.id })
  const { demo } = await install(placeOf(), answers)
  expect(demo).toBe('1 accounts of the demo are closed')
  const open = (await signInsOf()).filter(({ isActive }) => isActive).map(({ email }) => email)
  expect(open.toSorted()).toEqual(['owner@house.test', 'ruth@house.test'])
})

it.each([
  ['short', 'Eight characters or more.'],
  ['carewatch', expect.stringContaining('Easy to guess')],
  ['password1', expect.stringContaining('Easy to guess')],
  ['tulip harbour seventeen', undefined],
])('judges the password %j', async (password, fault) => {
  expect(await passwordFault(password, answers.email)).toEqual(fault)
})

it('takes addresses and ports as they are written, and nothing else', () => {
  expect([faults.url(''), faults.url('https://a.example'), faults.url('care.example')]).toEqual([
    undefined,
    undefined,
    expect.any(String),
  ])
  expect(['off', '5093', '0', '65536', 'x', ''].map((text) => faults.watchPort(text) === undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(faults.smtp('http://mail')).toBeDefined()
  expect(faults.email('ruth')).toBeDefined()
  expect(suggestions(placeOf().env)).toMatchObject({ HOST: '0.0.0.0', WATCH_PORT: 'off' })
})
