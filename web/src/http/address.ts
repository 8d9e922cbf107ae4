import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { z } from 'zod'

export type Fields = Readonly<Record<string, unknown>>

const written = (schema: z.ZodObject | undefined, name: string, value: unknown): string => {
  const field = schema?.shape[name]
  return String(field ? z.encode(field, value) : value)
}

/** Path and query of a call, each field in the form its endpoint wants on the wire. */
export function addressOf(endpoint: Endpoint, params: Fields = {}, query: Fields = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(written(endpoint.params, name, params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, written(endpoint.query, name, value))
  }
  return search.size ? `/api${path}?${search}` : `/api${path}`
}
