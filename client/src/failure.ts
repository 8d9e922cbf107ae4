import type { Operations } from './generated/operations.ts'

/** How an answer that refuses looks. */
export type Refused = { status: number; message: string; context: Record<string, unknown> | null }

/** The interface refused a call, or answered what is none of its answers (`status` then is the answer's own). */
export class CarewatchError extends Error {
  readonly status: number
  /** For programs: what the refusal brings beside its text. */
  readonly context: Record<string, unknown> | null
  readonly retryAfterSeconds: number | undefined

  constructor({ status, message, context }: Refused, retryAfterSeconds?: number) {
    super(message)
    this.name = 'CarewatchError'
    this.status = status
    this.context = context
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Of a 400: the name of a field to what is wrong with it. */
  get errors(): Record<string, string> {
    const errors = this.context?.errors
    return typeof errors === 'object' && errors !== null ? { ...(errors as Record<string, string>) } : {}
  }

  /** Of a 409: which rule of the business. */
  get reason(): string | undefined {
    const reason = this.context?.reason
    return typeof reason === 'string' ? reason : undefined
  }
}

/** Whether a call was refused for one of the rules that it knows. */
export const isConflict = <Name extends keyof Operations>(
  error: unknown,
  _call: Name,
  reason: Operations[Name]['reason'],
): error is CarewatchError & { readonly reason: Operations[Name]['reason'] } =>
  error instanceof CarewatchError && error.status === 409 && error.reason === reason
