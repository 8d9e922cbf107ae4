import { createHmac, randomBytes } from 'node:crypto'

const BEGINNING = 'whsec_'
const SECRET_BYTES = 32

/** A secret as Standard Webhooks writes it. */
export const makeWebhookSecret = (): string => `${BEGINNING}${randomBytes(SECRET_BYTES).toString('base64')}`

const sign = (secret: string, text: string): string => {
  const key = Buffer.from(secret.slice(BEGINNING.length), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

const headOf = ({ id, at }: { id: string; at: Date }) => ({
  'user-agent': 'Carewatch-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
})

/** The headers of a notification of FHIR: those that its program asked for, and never in the place of ours. */
export const headersForSubscriber = (
  message: { id: string; at: Date },
  wanted: readonly string[],
): Record<string, string> => {
  const given = wanted.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':')
    return [name.toLowerCase(), value.join(':').trim()]
  })
  return {
    ...Object.fromEntries(given),
    'content-type': 'application/fhir+json; charset=utf-8',
    ...headOf(message),
  }
}

type Signed = { id: string; at: Date; body: string; secrets: readonly string[] }

/** The headers of Standard Webhooks; while a secret is being changed, a signature by each. */
export function signedHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const head = headOf({ id, at })
  const seconds = head['webhook-timestamp']
  return {
    'content-type': 'application/json; charset=utf-8',
    ...head,
    'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${seconds}.${body}`)).join(' '),
  }
}
