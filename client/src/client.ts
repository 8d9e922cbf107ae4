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

function addressOf([, address]: Address, { params = {}, query = {} }: AnyInput): string {
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) asked.set(name, String(value))
  }
  return asked.size > 0 ? `${path}?${asked.toString()}` : path
}

const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' && value !== null && 'message' in value && 'context' in value

async function refusalOf(response: Response): Promise<CarewatchError> {
  const { status, headers } = response
  const text = await response.text()
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  const refused: unknown = isJson ? JSON.parse(text) : undefined
  // What stands before Carewatch, such as a proxy, answers in its own way.
  const other = { status, message: `Carewatch cannot be reached: ${status}`, context: null }
  return new CarewatchError(isRefused(refused) ? refused : other, retryAfterSeconds)
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
    // Safe: every other answer is the envelope, as the document declares.
    return ((await response.json()) as { context: unknown }).context
  }

  const methods = Object.entries(addresses).map(([name, address]) => [
    name,
    (input: AnyInput = {}, options: CallOptions = {}) => call(address, input, options),
  ])
  // Safe: a method for each address, and the addresses are made of the same document as the types.
  return Object.fromEntries(methods) as Client
}
