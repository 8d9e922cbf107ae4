/** A call that did not work out. `status` 0: nobody answered. */
export class Failure extends Error {
  readonly status: number
  /** What the server said, in the viewer's language; absent when it said nothing. */
  readonly said: string | undefined
  /** Message by field name, in the viewer's language. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, said?: string, fields: Readonly<Record<string, string>> = {}) {
    super(said ?? `Request failed with status ${status}`)
    this.name = 'Failure'
    this.status = status
    this.said = said
    this.fields = fields
  }
}

/** The message for a failure about which the server said nothing (specification, point 8). */
export const failureMessageId = (status: number) =>
  status === 0 ? 'failure.offline' : status < 400 ? 'failure.request' : 'failure.unexpected'
