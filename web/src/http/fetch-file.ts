import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { store } from '../store.ts'
import { addressOf, type Fields } from './address.ts'
import { Envelope, headers, refused } from './call.ts'
import { Failure } from './failure.ts'
import { counted } from './pending.ts'
import { dropToken } from './token.ts'

const NAME = /filename="([^"]+)"/
/** A year of readings takes its time to write. */
const FILE_TIMEOUT_MS = 300_000

export type Fetched = { blob: Blob; name: string }

async function fetched(endpoint: Endpoint, query: Fields, params: Fields): Promise<Fetched> {
  const response = await fetch(addressOf(endpoint, params, query), {
    headers: headers(false),
    signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
  }).catch(() => {
    throw new Failure(0)
  })
  if (response.status === 401) store.set(dropToken)
  if (!response.ok) {
    throw refused(response.status, Envelope.safeParse(await response.json().catch(() => null)).data)
  }
  const name = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'carewatch'
  const blob = await response.blob().catch(() => {
    throw new Failure(0)
  })
  return { blob, name }
}

/** A file of the server; a plain link could not carry the token. */
export const fetchFile = (endpoint: Endpoint, query: Fields, params: Fields = {}): Promise<Fetched> =>
  counted(fetched(endpoint, query, params))
