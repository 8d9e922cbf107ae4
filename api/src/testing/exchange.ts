import type { OperationOutcome } from '@medplum/fhirtypes'
import type { Language } from '@carewatch/contracts/languages'

export type Answer = {
  success: boolean
  status: number
  message: string
  // Tests look at every kind of answer; what they expect of it is what they test.
  // oxlint-disable-next-line typescript/no-explicit-any
  context: any
}

export type CallOptions = {
  token?: string
  body?: unknown
  form?: FormData
  language?: Language
  /** Where the call comes from, as a trusted proxy tells it. */
  from?: string
}

export type Exchanged = { method: string; path: string; status: number; type: string | null; text: string }

/** A refusal of FHIR, read as every other one: the parameters that are wrong by their names. */
function ofOutcome(status: number, { issue }: OperationOutcome): Answer {
  const errors = issue.flatMap(({ location: [place] = [], diagnostics }) =>
    place === undefined ? [] : [[place.replace(/^http\./, ''), diagnostics]],
  )
  const context = errors.length > 0 ? { errors: Object.fromEntries(errors) } : null
  return { success: false, status, message: issue[0]?.diagnostics ?? '', context }
}

/** Talks to the interface at this address; `look` at each answer may throw. */
export function talkTo(url: string, look: (answer: Exchanged) => Promise<void> = async () => {}) {
  /** One call as it comes back: its status and text, and the envelope where it is one. */
  async function exchange(
    method: string,
    path: string,
    { token, body, form, language, from }: CallOptions = {},
  ) {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(from && { 'x-forwarded-for': from }),
        ...(language && { selectedLanguage: language }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
    })
    const { status, headers } = response
    const text = await response.text()
    const type = headers.get('content-type')
    const isJson = type?.startsWith('application/json')
    // As it was asked: `..` in an address is taken out of it before.
    await look({ method, path: new URL(`${url}/api${path}`).pathname, status, type, text })
    if (status >= 400 && type?.startsWith('application/fhir+json'))
      return { status, headers, text, json: ofOutcome(status, JSON.parse(text) as OperationOutcome) }
    // Safe: the interface answers with this envelope whatever happens; a test that expects otherwise fails.
    return { status, headers, text, json: isJson ? (JSON.parse(text) as Answer) : undefined }
  }

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { status, json, text } = await exchange(method, path, options)
    if (json?.status !== status) throw new Error(`${status} is not ${text.slice(0, 200)}`)
    return json
  }

  return { exchange, call }
}
