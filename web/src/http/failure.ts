type Told = {
  fields?: Readonly<Record<string, string>> | undefined
  context?: Readonly<Record<string, unknown>>
}

/** A call that did not work out. `status` 0: nobody answered. */
export class Failure extends Error {
  readonly status: number
  /** What the server said, in the viewer's language; absent when it said nothing. */
  readonly said: string | undefined
  /** Message by field name, in the viewer's language. */
  readonly fields: Readonly<Record<string, string>>
  /** Whatever else the server told of it. */
  readonly context: Readonly<Record<string, unknown>>

  constructor(status: number, said?: string, { fields, context = {} }: Told = {}) {
    super(said ?? `Request failed with status ${status}`)
    this.name = 'Failure'
    this.status = status
    this.said = said
    this.fields = fields ?? {}
    this.context = context
  }
}

/** The message for a failure about which the server said nothing (specification, point 8). */
export const failureMessageId = (status: number) =>
  status === 0 ? 'failure.offline' : status < 400 ? 'failure.request' : 'failure.unexpected'
