import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import type { Role } from '@carewatch/contracts/roles'
import type { z } from 'zod'
import type { CompanyFixture } from './fixtures.ts'
import type { Harness } from './harness.ts'

type Form<E> = E extends { multipart: true } ? { form: FormData } : unknown
type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends z.ZodType }
  ? undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : object extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
  : unknown

/** A call's input as it goes over the wire. */
export type Wire<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> & Form<E>

/**
 * One right way to ask, by which the walks try every call with every role.
 * `row`: it names a row of this house, and whoever has another house does not find it.
 * `list`: it answers what is in scope. `self`: it is about whoever asks. `anyone`: no sign-in needed.
 */
export type Example<E extends Endpoint = Endpoint> = {
  of: 'row' | 'list' | 'self' | 'anyone'
  /** The row is the company's: all its branches see it. */
  ofWholeCompany?: true
  /** Makes what it needs in the house; called anew for each try, so that a deletion spoils nothing. */
  ask: (fixture: CompanyFixture, harness: Harness) => Wire<E> | Promise<Wire<E>>
  /** Roles that may ask and do not have this row in their scope: 404. */
  notFor?: readonly Role[]
  /** Roles that may ask, see this row and may not do this to it: 403. */
  refusedTo?: readonly Role[]
  /** What a right call answers, where it is not 200: a conflict, or a sign-in that is not theirs. */
  status?: number
  /** A POST that changes nothing. */
  traceless?: true
}

/** A sample whose endpoint is not known by name. */
export type AnyExample = Omit<Example, 'ask'> & {
  ask: (fixture: CompanyFixture, harness: Harness) => Input | Promise<Input>
}
type Values = Record<string, unknown>
export type Input = { params?: Values; query?: Values; body?: unknown; form?: FormData }

export type Examples<Resource> = {
  [Name in keyof Resource as Resource[Name] extends Endpoint ? Name : never]: Resource[Name] extends Endpoint
    ? Example<Resource[Name]>
    : never
}
