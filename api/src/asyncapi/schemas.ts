import { z } from 'zod'

type Json = Record<string, unknown>
export type Schemas = Record<string, Json>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Shapes that several messages share stand beside them, and are referred to by name. */
function referred(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referred)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/definitions/', '#/components/schemas/')]
        : [key, referred(inner)],
    ),
  )
}

/** What goes over the wire, as JSON Schema draft 7, which AsyncAPI takes without more words; `shared` is given the shapes with a name. */
export function payloadOf(schema: z.ZodType, shared: Schemas): Json {
  const {
    $schema: _draft,
    definitions,
    ...payload
  } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  for (const [name, shape] of Object.entries(definitions ?? {})) {
    // Safe: an object stays one.
    shared[name] = referred(shape) as Json
  }
  // Safe: as above.
  return referred(payload) as Json
}
