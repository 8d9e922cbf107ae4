import { z } from 'zod'
import type { Role } from '../roles.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../numbers.ts'

/** One call of the HTTP interface: the server serves it, the browser calls it and the documentation shows it from this same value. Paths stand under `/api`. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  /** `anyone`: no token needed. `signedIn`: any role. */
  readonly allow: readonly Role[] | 'anyone' | 'signedIn'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What `context` holds in the answer. */
  readonly reply: z.ZodType
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.output<S> }
  : unknown
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** What every list takes beside its own filters. */
export const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  search: z.string().trim().max(100).optional(),
  sort: z
    .string()
    .regex(/^-?[a-zA-Z]{1,32}$/)
    .optional(),
}

export const Total = z.int().min(0)
export const nothing = z.null()
