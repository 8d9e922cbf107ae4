import { type EndpointName, endpointsByName } from '@carewatch/contracts/http/index'
import type { Endpoint, Input } from '@carewatch/contracts/http/endpoint'
import { type Shown, shown } from './shown.ts'
import type { Viewing } from './viewing-log.ts'
import type { Shows } from './whom-shown.ts'

// Safe: each entry stands beside its own endpoint.
const byEndpoint = new Map<Endpoint, Shown[EndpointName]>(
  (Object.keys(shown) as EndpointName[]).map((name) => [endpointsByName[name], shown[name]]),
)

/** What of whom this answer shows; none: nobody, or it is traced already. */
export function viewingOf<E extends Endpoint>(
  endpoint: E,
  answered: { reply: unknown; input: Input<E> },
): Viewing[] {
  // Safe: found by the endpoint that was answered.
  const shows = byEndpoint.get(endpoint) as 'nobody' | 'traced' | Shows<unknown> | undefined
  if (typeof shows !== 'object') return []
  const people = shows.of(answered)
  return shows.kinds.map((kind) => ({ kind, people }))
}
