import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function visit(value: unknown, each: (object: Json) => void): void {
  if (!isObject(value)) return
  if (!Array.isArray(value)) each(value)
  for (const inner of Object.values(value)) visit(inner, each)
}

/** A record with known names is written as an object with these properties: more programs read that. */
export function nameRecords(document: OpenApi.Document): void {
  visit(document, (schema) => {
    const { propertyNames, additionalProperties, required } = schema
    if (!isObject(propertyNames) || !Array.isArray(propertyNames.enum)) return
    if (!isObject(additionalProperties) || !Array.isArray(required)) return
    const names: unknown[] = propertyNames.enum
    schema.properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]))
    schema.additionalProperties = false
    delete schema.propertyNames
  })
}

const COMPONENT = '#/components/schemas/'

/** The names of the schemas that are referred to in it. */
function namedIn(value: unknown): Set<string> {
  const names = new Set<string>()
  visit(value, ({ $ref }) => {
    if (typeof $ref === 'string' && $ref.startsWith(COMPONENT)) names.add($ref.slice(COMPONENT.length))
  })
  return names
}

/** Of shapes that are both taken and answered there are two; those that nobody refers to are left out. */
export function withoutUnused({ components = {}, ...document }: OpenApi.Document): OpenApi.Document {
  const { schemas = {}, ...others } = components
  const used = namedIn([document, others])
  for (const name of used) for (const inner of namedIn(schemas[name])) used.add(inner)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...document, components: { ...others, schemas: Object.fromEntries(kept) } }
}
