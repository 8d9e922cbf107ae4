import { z } from 'zod'
import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../numbers.ts'

type Done = `done.${string}` | `refusal.${string}`

/** One call of the HTTP interface: the server serves it, the browser calls it and the documentation shows it from this same value. Paths stand under `/api`. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  /** Other readings of the specification, where it leaves the stem or the method of a call open: answered alike, not documented. */
  readonly aliases?: readonly {
    readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
    readonly path?: `/${string}`
  }[]
  /** `anyone`: no token needed. `signedIn`: any role. Else one of `permissions`. */
  readonly allow: readonly Role[] | 'anyone' | 'signedIn'
  /** The scope that lets an API key use it, where `allow` lets its reach (`access/api-keys.ts` of the api); null: no key does. */
  readonly byKey: Scope | null
  /** Scopes that a key needs besides: of a form in which things are handed out, those of what it holds. */
  readonly byKeyBeside?: readonly Scope[]
  /** What lets an access token of FHIR use it (SMART backend services): to create (`c`), read (`r`), update (`u`), delete (`d`) or search (`s`) such resources, or anything; none: no such token does. */
  readonly smart?: `${string}.${'c' | 'r' | 'u' | 'd' | 's'}` | 'any'
  /** At most so many calls in so many minutes: from one address where anyone may call, else by one person. */
  readonly limit?: { readonly calls: number; readonly minutes: number }
  /** Also for whoever must first choose a password of their own. */
  readonly beforePasswordChange?: true
  /** Also for whoever must first set up a second step of signing in; what is `beforePasswordChange` is that too. */
  readonly beforeTwoStep?: true
  /** Message id of what a success says; a function, where that hangs on what is answered. */
  readonly done?: Done | ((reply: never) => Done)
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What `context` holds in the answer. */
  readonly reply: z.ZodType
  /** The body comes as files: multipart/form-data. */
  readonly multipart?: true
  /** What a person wants to know of theirs where there is no network: a browser keeps the newest answer of each address, of readings that of the last day. */
  readonly kept?: 'newest' | 'lastDay'
  /** Instead of the usual answer: a file of one of these media types. */
  readonly file?: readonly string[]
  /** A step of an export in bulk, which answers as Bulk Data Access has it. */
  readonly bulk?: 'begin' | 'status' | 'cancel' | 'file'
  /** A resource of FHIR is made, changed or ended, and answered as FHIR has it. */
  readonly writes?: 'create' | 'update' | 'delete'
  /** A resource of FHIR of this type is answered, and an OperationOutcome where it refuses. */
  readonly fhir?: string
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

/** What calls without input of their own take: nothing. */
export const emptyBody = z.strictObject({}).optional()

export const Total = z.int().min(0)
export const nothing = z.null()
