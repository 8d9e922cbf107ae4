import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { InvalidFields } from './invalid-fields.ts'

/** Where a text stands that no database keeps: with a NUL or half a character in it. */
export function brokenText(data: unknown, path = ''): string | undefined {
  if (typeof data === 'string') return data.isWellFormed() && !data.includes('\0') ? undefined : path
  if (typeof data !== 'object' || data === null) return undefined
  for (const [key, value] of Object.entries(data)) {
    const within = path ? `${path}.${key}` : key
    const broken = brokenText(key, path) ?? brokenText(value, within)
    if (broken !== undefined) return broken
  }
  return undefined
}

/** Fastify hands a missing body over as `null`; the contracts call it `undefined`. */
const validator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route)
  return (data) => {
    const broken = brokenText(data)
    if (broken !== undefined) throw new InvalidFields({ [broken]: 'invalid' })
    return validate(data === null ? undefined : data)
  }
}

/** Input is decoded and answers are encoded by the contracts themselves: what they do not name goes neither in nor out. */
export function useContracts(app: FastifyInstance): void {
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(body.toString()) as unknown)
    } catch (error) {
      done(Object.assign(new Error('not JSON', { cause: error }), { statusCode: 400 }))
    }
  })
}
