/** Why we said no. The code is the contract; `key` names the message in the dictionaries. */
export const refusals = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongMediaType: 415,
  tooMany: 429,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof refusals

export class Refusal extends Error {
  readonly code: RefusalCode
  /** Message id under `refusal.` in the dictionaries. */
  readonly key: string
  constructor(code: RefusalCode, key: string = code) {
    super(`${code}: ${key}`)
    this.name = 'Refusal'
    this.code = code
    this.key = key
  }
}
