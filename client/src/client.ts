import { CarewatchError, type Refused } from './failure.ts'
import { type Address, addresses } from './generated/addresses.ts'
import type { Operations } from './generated/operations.ts'

export type Token = string | (() => string | undefined | Promise<string | undefined>)

export type ClientOptions = {
  /** Where Carewatch is, without `/api`. */
  url: string
  /** Of a sign-in, or an API key; a function is asked before each call. */
  token?: Token
  /** The language of what is for people. */
  language?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
  /** In its place: for tests, proxies and limits of time. */
  fetch?: typeof fetch
}

export type CallOptions = { signal?: AbortSignal }

type Input<Name extends keyof Operations> = Operations[Name]['input']
type Arguments<Asked> =
  Record<never, never> extends Asked
    ? [input?: Asked, options?: CallOptions]
    : [input: Asked, options?: CallOptions]

/** A method for each call, by its operation id. It answers what the answer holds for programs, or the answer itself where that is a file; a refusal is thrown. */
export type Client = {
  readonly [Name in keyof Operations]: (
    ...given: Arguments<Input<Name>>
  ) => Promise<Operations[Name]['reply']>
}

type Values = Record<string, unknown>
type Asked = Record<string, string | number | boolean | undefined>
type AnyInput = { params?: Values; query?: Asked; body?: unknown; form?: FormData }

function segmentOf(name: string, value: unknown): string {
  const segment = String(value)
  // No encoding keeps them: an address with them is another address.
  if (segment === '.' || segment === '..') throw new RangeError(`The parameter ${name} cannot be dots alone.`)
  return encodeURIComponent(segment)
}

function addressOf([, address]: Address, { params = {}, query = {} }: AnyInput): string {
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) asked.set(name, String(value))
  }
  return asked.size > 0 ? `${path}?${asked.toString()}` : path
}

const isEnvelope = (value: unknown): value is { success: boolean; context?: unknown } =>
  typeof value === 'object' && value !== null && 'success' in value
const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' && value !== null && 'message' in value && 'context' in value

/** Nothing where the body is no JSON, whatever its headers say of it. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands before Carewatch, such as a proxy, answers in its own way. */
const foreignOf = (status: number): Refused => ({
  status,
  message: `Carewatch cannot be reached: ${status}`,
  context: null,
})

async function refusalOf(response: Response): Promise<CarewatchError> {
  const { status, headers } = response
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  const refused = await jsonOf(response)
  return new CarewatchError(isRefused(refused) ? refused : foreignOf(status), retryAfterSeconds)
}

/** Whoever calls Carewatch: nothing is asked before a method is called. */
export function createClient({ url, token, language, fetch: ask = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')

  async function call(address: Address, input: AnyInput, { signal }: CallOptions): Promise<unknown> {
    const known = typeof token === 'function' ? await token() : token
    const { body, form } = input
    const response = await ask(`${base}${addressOf(address, input)}`, {
      method: address[0],
      headers: {
        ...(known !== undefined && { authorization: `Bearer ${known}` }),
        ...(language !== undefined && { selectedLanguage: language }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form }),
      ...(signal !== undefined && { signal }),
    })
    if (!response.ok) throw await refusalOf(response)
    if (address[2]) return response
    const answer = await jsonOf(response)
    if (!isEnvelope(answer)) throw new CarewatchError(foreignOf(response.status))
    return answer.context
  }

  const methods = Object.entries(addresses).map(([name, address]) => [
    name,
    (input: AnyInput = {}, options: CallOptions = {}) => call(address, input, options),
  ])
  // Safe: a method for each address, and the addresses are made of the same document as the types.
  return Object.fromEntries(methods) as Client
}
