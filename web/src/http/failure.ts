type FailureDetails = {
  fields?: Readonly<Record<string, string>> | undefined
  context?: Readonly<Record<string, unknown>>
}

/** A call that did not work out. `status` 0: nobody answered. */
export class Failure extends Error {
  readonly status: number
  /** The server's message, in the viewer's language; absent when it sent none. */
  readonly serverText: string | undefined
  /** Message by field name, in the viewer's language. */
  readonly fields: Readonly<Record<string, string>>
  /** Whatever else the server sent about it. */
  readonly context: Readonly<Record<string, unknown>>

  constructor(status: number, serverText?: string, { fields, context = {} }: FailureDetails = {}) {
    super(serverText ?? `Request failed with status ${status}`)
    this.name = 'Failure'
    this.status = status
    this.serverText = serverText
    this.fields = fields ?? {}
    this.context = context
  }
}

/** The message for a failure about which the server sent no message (specification, point 8). */
export const failureMessageId = (status: number) =>
  status === 0 ? 'failure.offline' : status < 400 ? 'failure.request' : 'failure.unexpected'
