/** Why we said no. The code is the contract; `key` names the message in the dictionaries. */
export const refusals = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  wrongMethod: 405,
  conflict: 409,
  tooLarge: 413,
  wrongMediaType: 415,
  tooMany: 429,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof refusals

/** What an answer tells beside the text. */
export type RefusalDetails = {
  /** Read by the program that asked. */
  context?: Readonly<Record<string, unknown>>
  /** What stands in the text. */
  values?: Readonly<Record<string, string | number>>
  retryAfterSeconds?: number
}

export class Refusal extends Error {
  readonly code: RefusalCode
  /** Message id under `refusal.` in the dictionaries. */
  readonly key: string
  readonly details: RefusalDetails
  constructor(code: RefusalCode, key: string = code, details: RefusalDetails = {}) {
    super(`${code}: ${key}`)
    this.name = 'Refusal'
    this.code = code
    this.key = key
    this.details = details
  }
}
