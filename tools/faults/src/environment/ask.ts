import { request } from 'node:http'

type Question = { path: string; token?: string; send?: object; withinMs?: number }
type Answered = { status: number; body: string; retryAfter: string | undefined }

const TIMEOUT_MS = 15_000

/** One call on a connection of its own; throws when there is no answer. */
export const ask = (
  port: number,
  { path, token, send, withinMs = TIMEOUT_MS }: Question,
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const body = send && JSON.stringify(send)
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const asked = request(
      { port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers, agent: false },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: text, retryAfter: answer.headers['retry-after'] }),
        )
        answer.on('error', reject)
      },
    )
    asked.setTimeout(withinMs, () => asked.destroy(new Error('no answer')))
    asked.on('error', reject)
    asked.end(body)
  })
