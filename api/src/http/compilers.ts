import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod'
import { hasUnseen } from '@carewatch/contracts/unseen'
import type { FastifyInstance } from 'fastify'
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { FHIR_JSON, isOfFhir } from './fhir.ts'
import { InvalidFields } from './invalid-fields.ts'

type Fault = 'invalid' | 'unseen'

/** What no database keeps: a NUL, or half a character. What turns a line around or hides in it lets a name read as another, in a list as in an alarm. */
function faultOf(text: string): Fault | undefined {
  if (!text.isWellFormed() || text.includes('\0')) return 'invalid'
  return hasUnseen(text) ? 'unseen' : undefined
}

/** The first text in it that is not taken: where it stands, and what is wrong with it. */
export function brokenText(data: unknown, path = ''): { path: string; fault: Fault } | undefined {
  if (typeof data === 'string') {
    const fault = faultOf(data)
    return fault && { path, fault }
  }
  if (typeof data !== 'object' || data === null) return undefined
  for (const [key, value] of Object.entries(data)) {
    const within = path ? `${path}.${key}` : key
    const broken = brokenText(key, path) ?? brokenText(value, within)
    if (broken !== undefined) return broken
  }
  return undefined
}

/** What is wrong with a value that is not there, whatever it should have been: an enum names its options, and not that there is none. */
const MISSING_AS = new Set(['invalid_type', 'invalid_value', 'invalid_union', 'invalid_format'])

type Issue = { instancePath: string; keyword: string; message?: string | undefined }

function isThere(data: unknown, path: string): boolean {
  // The type provider writes the body itself as `/`.
  const names = path === '/' ? [] : path.split('/').slice(1)
  return (
    names.reduce(
      (at, name) => (typeof at === 'object' && at !== null ? at[name as never] : undefined),
      data,
    ) !== undefined
  )
}

/** What zod says where the contract has no words of its own, as the specification has for some fields. */
const isZodsOwn = (message: string | undefined): boolean => message?.startsWith('Invalid') ?? true

const asMissing = <One extends Issue>(issue: One, data: unknown): One =>
  MISSING_AS.has(issue.keyword) && isZodsOwn(issue.message) && !isThere(data, issue.instancePath)
    ? { ...issue, message: 'is required' }
    : issue

/** Fastify hands a missing body over as `null`; the contracts call it `undefined`. */
const validator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route)
  return (data) => {
    const broken = brokenText(data)
    if (broken !== undefined) throw new InvalidFields({ [broken.path]: broken.fault })
    const given: unknown = data === null ? undefined : data
    const result = validate(given)
    if (typeof result !== 'object' || !('error' in result) || !Array.isArray(result.error)) return result
    return { error: result.error.map((issue) => asMissing(issue, given)) }
  }
}

function parse(body: string, done: (error: Error | null, body?: unknown) => void): void {
  if (body.length === 0) return done(null, undefined)
  try {
    done(null, JSON.parse(body) as unknown)
  } catch (error) {
    done(Object.assign(new Error('not JSON', { cause: error }), { statusCode: 400 }))
  }
}

/** Input is decoded and answers are encoded by the contracts themselves: what they do not name goes neither in nor out. */
export function useContracts(app: FastifyInstance): void {
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    parse(body.toString(), done),
  )
  // What FHIR calls the same: there alone.
  app.addContentTypeParser(FHIR_JSON, { parseAs: 'string' }, (request, body, done) =>
    isOfFhir(request)
      ? parse(body.toString(), done)
      : done(Object.assign(new Error('of FHIR'), { statusCode: 415 })),
  )
}
