import { endpoints } from '@carewatch/contracts/http/index'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

type Media = { 'application/json'?: { example?: { context?: unknown } } }
type Operation = {
  summary?: string
  security?: unknown
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Media }
  responses: Record<string, { content?: Media }>
}

const operationOf = ({ endpoint, address }: (typeof documented)[number]): Operation => {
  // Safe: as above.
  const item = document.paths?.[address] as Record<string, Operation> | undefined
  const operation = item?.[endpoint.method.toLowerCase()]
  if (!operation) throw new Error(`${address} is not documented`)
  return operation
}

describe('the description of the interface', () => {
  it('is OpenAPI 3.1 and names nothing that is not served', () => {
    expect(document.openapi).toMatch(/^3\.1/)
    const served = new Set(documented.map(({ address }) => address))
    const others = Object.keys(document.paths ?? {}).filter((address) => !served.has(address))
    expect(others).toEqual([])
  })

  it.each(documented)('holds $line, how it refuses, and an example that fits', (call) => {
    const { endpoint } = call
    const operation = operationOf(call)
    expect(operation.summary).toBe(endpoint.summary)
    expect(operation.security !== undefined).toBe(endpoint.allow !== 'anyone')
    expect(operation.parameters?.map(({ name }) => name)).toContain('selectedLanguage')
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '429', '503']))
    const answer = operation.responses['200']?.content?.['application/json']?.example
    const isOfContract =
      endpoint.file !== undefined || endpoint.reply.safeDecode(answer?.context as never).success
    expect({ answer, isOfContract }).toMatchObject({ isOfContract: true })
    const asked = operation.requestBody?.content['application/json']?.example
    const isTaken = !endpoint.body || endpoint.body.safeDecode(asked as never).success
    expect({ asked, isTaken }).toMatchObject({ isTaken: true })
  })
})

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

  it('runs its own script and no other', async () => {
    const answer = await fetch(`${harness.api.url}/api/docs/`)
    expect(await answer.text()).toContain('scalar')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const scripts = policy.split(';').find((rule) => rule.trim().startsWith('script-src'))
    expect(scripts).toMatch(/'self' 'sha256-/)
    expect(scripts).not.toContain('unsafe')
  })
})
