import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { documentWithoutServer } from '@carewatch/api/openapi/without-server'
import { cuttableConnection } from '@carewatch/api/testing/cuttable-connection'
import { addDevice, createCompanyFixture, type CompanyFixture } from '@carewatch/api/testing/fixtures'
import { type Harness, startHarness, until } from '@carewatch/api/testing/harness'
import { endpointsByName } from '@carewatch/contracts/http/index'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generated } from '../generate/generated.ts'
import { CarewatchError, createClient, isConflict, type LiveState, openLive, rowsOf } from './index.ts'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '..')
const ROOT = join(PACKAGE, '..')
const TYPESCRIPT_5 = join(PACKAGE, 'node_modules/typescript-5/bin/tsc')

let harness: Harness
let fixture: CompanyFixture
let folder: string
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  for (const _ of Array.from({ length: 4 })) await addDevice(harness, fixture)
  folder = mkdtempSync(join(tmpdir(), 'client-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await harness.close()
})

const clientOf = (role: 'MANAGER' | 'USER') =>
  createClient({ url: harness.api.url, token: fixture.people[role].token, language: 'de' })

/** What a call is refused with. */
async function refusalOf(work: Promise<unknown>): Promise<CarewatchError> {
  const error: unknown = await work.catch((refused: unknown) => refused)
  if (!(error instanceof CarewatchError)) throw new Error('It was not refused.')
  return error
}

describe('what is generated', () => {
  it('is of the document that a running interface serves', async () => {
    const served: unknown = await (await fetch(`${harness.api.url}/api/openapi.json`)).json()
    const made = JSON.parse(JSON.stringify(await documentWithoutServer())) as { paths: object }
    expect(made.paths).toEqual((served as { paths: object }).paths)
  })

  it('client:generate was run after the last change', async () => {
    for (const [name, text] of Object.entries(await generated()))
      expect(readFileSync(join(PACKAGE, 'src/generated', name), 'utf8')).toBe(text)
  })
})

describe('a program with the client', () => {
  it('has a method for each call', () => {
    expect(Object.keys(clientOf('MANAGER')).toSorted()).toEqual(Object.keys(endpointsByName).toSorted())
  })

  it('signs in, and asks with the token of each moment', async () => {
    const { url } = harness.api
    const body = { email: fixture.people.MANAGER.email, password: TEST_PASSWORD }
    const { token } = await createClient({ url: `${url}/` }).login({ body })
    let asked = 0
    const client = createClient({ url, token: async () => (++asked, token) })
    expect((await client.validateToken()).user.role).toBe('MANAGER')
    await client.logout()
    expect(asked).toBe(2)
    expect((await refusalOf(client.validateToken())).status).toBe(401)
  })

  it('goes through a list page by page, and no page twice', async () => {
    const { allDevices } = clientOf('MANAGER')
    const seen: string[] = []
    for await (const { imei } of rowsOf(allDevices, { query: { size: 2 } })) seen.push(imei)
    expect(seen.length).toBe(5)
    expect(new Set(seen).size).toBe(5)
    expect((await allDevices({ query: { size: 2 } })).devices.length).toBe(2)
  })

  it('reads of a refusal its status, its fields and its rule, in its language', async () => {
    const client = clientOf('MANAGER')
    const missing = await refusalOf(
      client.deviceDetail({ params: { uuid: '00000000-0000-0000-0000-000000000000' } }),
    )
    expect([missing.status, missing.message]).toEqual([404, 'Nicht gefunden'])
    const invalid = await refusalOf(client.newBranch({ body: { name: '' } as never }))
    expect([invalid.status, Object.keys(invalid.errors)]).toEqual([400, ['name', 'code']])
    const conflict = await refusalOf(client.deleteBranch({ params: { uuid: fixture.branch.uuid } }))
    expect(isConflict(conflict, 'deleteBranch', 'hasDevices')).toBe(true)
    expect(isConflict(conflict, 'deleteBranch', 'hasUsers')).toBe(false)
    expect((await refusalOf(clientOf('USER').allDevices())).status).toBe(403)
  })

  it('has a file as it comes', async () => {
    const answer = await clientOf('MANAGER').readingsCsv({ query: { imei: fixture.device.imei } })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(await answer.text()).toContain('metric')
  })

  it('is live again after its line was cut, and says so', async () => {
    const line = await cuttableConnection(harness.api.url)
    const states: LiveState[] = []
    const { token } = fixture.people.MANAGER
    const onMessage = (): void => {}
    const live = openLive({ url: line.url, token, onMessage, onState: (state) => states.push(state) })
    await until('it is live', () => states.at(-1) === 'live')
    line.cut()
    await until('it noticed', () => states.at(-1) === 'down')
    line.mend()
    await until('it is live again', () => states.at(-1) === 'live')
    live.close()
    line.close()
    expect(states.slice(0, 3)).toEqual(['connecting', 'live', 'down'])
  })

  it('does not try again with a token that is refused', async () => {
    const states: LiveState[] = []
    const onState = (state: LiveState): void => void states.push(state)
    openLive({ url: harness.api.url, token: 'none', onMessage: () => {}, onState })
    await until('it is refused', () => states.at(-1) === 'refused')
    expect(states).toEqual(['connecting', 'refused'])
  })
})

/** The lines of a page in one language. */
function blockOf(language: string): string {
  const page = readFileSync(join(ROOT, 'docs/quick-start.md'), 'utf8')
  const [, block] = new RegExp(`\n\`\`\`${language}\n(.*?)\n\`\`\`\n`, 's').exec(page) ?? []
  if (block === undefined) throw new Error(`No lines of ${language}.`)
  return `${block}\n`
}

async function runHere(file: string, text: string, [program, ...args]: [string, ...string[]]) {
  writeFileSync(join(folder, file), text)
  const { email } = fixture.people.MANAGER
  const who = { CAREWATCH_EMAIL: email, CAREWATCH_PASSWORD: TEST_PASSWORD }
  const env = { ...process.env, CAREWATCH_URL: harness.api.url, ...who }
  return (await run(program, [...args, file], { cwd: folder, env })).stdout
}

describe('docs/quick-start.md', () => {
  it('is right in TypeScript: the package is made, installed alone, read by TypeScript 5, and run', async () => {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const quiet = ['--offline', '--no-audit', '--no-fund', '--silent']
    await run('npm', ['install', ...quiet, stdout.trim()], { cwd: folder })
    const { name, dependencies } = JSON.parse(
      readFileSync(join(folder, 'node_modules/@carewatch/client/package.json'), 'utf8'),
    ) as { name: string; dependencies?: object }
    expect([name, dependencies]).toEqual(['@carewatch/client', undefined])

    const text = blockOf('ts')
    writeFileSync(
      join(folder, 'first.ts'),
      `declare const process: { env: Record<string, string | undefined> }\n${text}`,
    )
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom',
    ]
    await run(process.execPath, [TYPESCRIPT_5, ...options, 'first.ts'], { cwd: folder })

    const written = await runHere('as-it-stands.ts', text, [process.execPath])
    expect(written.split('\n')).toEqual([
      '0 pulses since yesterday',
      '5 watches',
      'refused: 404 Not found false',
      '',
    ])
  })

  it('is right in Python', async () => {
    const written = await runHere('first.py', blockOf('python'), ['python3'])
    expect(written.split('\n')).toEqual([
      '0 pulses since yesterday',
      '5 watches',
      'refused: 404 Not found',
      '',
    ])
  })

  it('is right in curl', async () => {
    const [list = '', ...others] = (await runHere('first.sh', blockOf('sh'), ['sh', '-e'])).split('\n')
    expect((JSON.parse(list) as { context: { total: number } }).context.total).toBe(5)
    expect(others).toEqual(['refused: 404', ''])
  })
})
