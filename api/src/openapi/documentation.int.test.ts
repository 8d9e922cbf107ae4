import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints, endpointsByName } from '@carewatch/contracts/http/index'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declarationOf } from '../testing/declaration.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let document: OpenAPIV3_1.Document
beforeAll(async () => {
  harness = await startHarness()
  const answer = await fetch(`${harness.api.url}/api/openapi.json`)
  // Safe: what is looked at below fails if it is not there.
  document = (await answer.json()) as OpenAPIV3_1.Document
})
afterAll(() => harness.close())

const documented = endpoints.map((endpoint) => {
  const { method, path } = endpoint
  return { endpoint, line: `${method} ${path}`, address: `/api${path.replaceAll(/:(\w+)/g, '{$1}')}` }
})

type Media = Record<string, { example?: { context?: unknown } }>
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { $ref?: string; name?: string; schema?: object; example?: unknown }[]
  requestBody?: { content: Media }
  responses: Record<string, { $ref?: string; content?: Media }>
}

const operationOf = ({ endpoint, address }: (typeof documented)[number]): Operation => {
  // Safe: as above.
  const item = document.paths?.[address] as Record<string, Operation> | undefined
  const operation = item?.[endpoint.method.toLowerCase()]
  if (!operation) throw new Error(`${address} is not documented`)
  return operation
}

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

describe('the description of the interface', () => {
  it('is OpenAPI 3.1 and names nothing that is not served', () => {
    expect(document.openapi).toMatch(/^3\.1/)
    const served = new Set(documented.map(({ address }) => address))
    const others = Object.keys(document.paths ?? {}).filter((address) => !served.has(address))
    expect(others).toEqual([])
  })

  it('has nothing that a linter of such documents complains about', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    const [file, rules] = [join(folder, 'openapi.json'), join(import.meta.dirname, 'redocly.yaml')]
    writeFileSync(file, JSON.stringify(document))
    const linter = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')
    const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [linter, 'lint', file, '--config', rules, '--format', 'json', '--max-problems', '20'],
      { env: { ...process.env, ...quiet }, maxBuffer: 10_000_000 },
    ).catch((ended: { stdout: string }) => ended)
    rmSync(folder, { recursive: true })
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
  })

  it('has a section for every call, and none without', () => {
    const used = documented.flatMap((call) => operationOf(call).tags ?? [])
    const sections = document.tags?.map(({ name }) => name) ?? []
    expect(sections.toSorted()).toEqual([...new Set(used)].toSorted())
  })

  it('gives every call a name of its own: that of the contracts', () => {
    const names = documented.map((call) => operationOf(call).operationId)
    expect(names).toEqual(Object.keys(endpointsByName))
    expect(new Set(names).size).toBe(endpoints.length)
  })

  it('says of each call whether somebody must be signed in', () => {
    const open = documented.filter((call) => operationOf(call).security?.length === 0)
    expect(open.map(({ endpoint }) => endpoint)).toEqual(endpoints.filter(({ allow }) => allow === 'anyone'))
    for (const call of open) expect(Object.keys(operationOf(call).responses)).not.toContain('403')
  })

  it.each([
    ['deleteBranch', ['200', '400', '401', '403', '404', '409', '413', '415', '429', '500', '503']],
    ['login', ['200', '400', '401', '413', '415', '429', '500', '503']],
    ['roleListing', ['200', '400', '401', '403', '429', '500', '503']],
  ])('says how %s may be refused', (name, statuses) => {
    const call = documented.find((one) => operationOf(one).operationId === name)
    expect(call && Object.keys(operationOf(call).responses)).toEqual(statuses)
  })

  it.each(documented)('holds $line, how it refuses, and examples that fit', async (call) => {
    const { endpoint, address } = call
    const operation = operationOf(call)
    expect(operation.summary).toBe(endpoint.summary)
    expect(operation.description).toMatch(/^For .+\.$/)
    expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/Language' })
    // What only begins, or ends something, is accepted; what is made is said to be.
    const isAccepted = endpoint.bulk === 'begin' || endpoint.bulk === 'cancel'
    const done = isAccepted ? '202' : endpoint.writes === 'create' ? '201' : '200'
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([done, '400', '500', '503']))
    const answer = operation.responses['200']?.content?.['application/json']?.example
    const isOfContract =
      endpoint.file !== undefined || endpoint.reply.safeDecode(answer?.context as never).success
    expect({ answer, isOfContract }).toMatchObject({ isOfContract: true })
    const asked = operation.requestBody?.content['application/json']?.example
    const isTaken = !endpoint.body || endpoint.body.safeDecode(asked as never).success
    expect({ asked, isTaken }).toMatchObject({ isTaken: true })
    expect(
      await examplesThatDoNotFit(`paths/${escaped(address)}/${endpoint.method.toLowerCase()}`, operation),
    ).toEqual([])
  })
})

describe('an answer', () => {
  const good = { success: true, status: 200, message: '', context: { roles: {} } }
  const refused = { success: false, status: 401, message: 'Sign in', context: null }
  it.each([
    ['is of a status that its call does not declare', 418, 'application/json', refused, /is not declared/],
    ['is of another kind', 401, 'text/html', refused, /is declared as application\/json, and is text\/html/],
    ['lacks what its shape has', 200, 'application/json', good, /does not fit.*required/],
    [
      'has what its shape does not',
      401,
      'application/json',
      { ...refused, more: 1 },
      /additional properties/,
    ],
  ])('that %s is found', async (_, status, type, body, fault) => {
    const declaration = await declarationOf(harness.api.url)
    const given = { method: 'GET', path: '/api/auth/role/listing?', type, text: JSON.stringify(body) }
    expect(declaration.faultOf({ ...given, status })).toMatch(fault)
    expect(
      declaration.faultOf({
        ...given,
        status: 401,
        type: 'application/json; charset=utf-8',
        text: JSON.stringify(refused),
      }),
    ).toBeUndefined()
  })
})

/** Every example of a call, by the schema beside it. */
async function examplesThatDoNotFit(at: string, operation: Operation): Promise<(string | undefined)[]> {
  const declaration = await declarationOf(harness.api.url)
  const places = [
    ...(operation.parameters ?? []).map((parameter, index) => ({
      at: `${at}/parameters/${index}`,
      ...parameter,
    })),
    ...contentsOf(`${at}/requestBody`, operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
      contentsOf(`${at}/responses/${status}`, content),
    ),
  ]
  return places
    .filter(({ example }) => example !== undefined)
    .map(({ at: place, example }) => declaration.fits(`${place}/schema`, example))
    .filter((fault) => fault !== undefined)
}

const contentsOf = (at: string, content: Media = {}) =>
  Object.entries(content).map(([type, media]) => ({ at: `${at}/content/${escaped(type)}`, ...media }))

describe('the reader of the description', () => {
  it('asks nobody outside', async () => {
    const answer = await fetch(`${harness.api.url}/api/docs/`)
    const page = await answer.text()
    expect(page).toMatch(/"telemetry": *false/)
    expect(page).not.toMatch(/(?:src|href)=["']?(?:https?:)?\/\//)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/https?:|\*/)
  })

  it('has the script that its page asks for', async () => {
    const page = await (await fetch(`${harness.api.url}/api/docs/`)).text()
    const [, source = ''] = /<script src="([^"]+)"/.exec(page) ?? []
    const script = await fetch(new URL(source, `${harness.api.url}/api/docs/`))
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'application/javascript; charset=utf-8',
    ])
    expect(await script.text()).toContain('createApiReference')
    const bare = await fetch(`${harness.api.url}/api/docs`, { redirect: 'manual' })
    expect([bare.status, bare.headers.get('location')]).toEqual([301, '/api/docs/'])
    expect((await fetch(`${harness.api.url}/api/docs/openapi.json`)).status).toBe(404)
  })

  it('runs its own script and no other', async () => {
    const answer = await fetch(`${harness.api.url}/api/docs/`)
    expect(await answer.text()).toContain('scalar')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const scripts = policy.split(';').find((rule) => rule.trim().startsWith('script-src'))
    expect(scripts).toMatch(/'self' 'sha256-/)
    expect(scripts).not.toContain('unsafe')
  })
})
