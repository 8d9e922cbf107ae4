/** The part of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
export const keyOf = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name))

const unionOf = (types: readonly string[]): string => {
  const each = [...new Set(types)]
  return each.length > 0 ? each.join(' | ') : 'never'
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const named = Object.entries(properties)
  const fields = named.map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${keyOf(name)}${mark}: ${typeOf(schema)}`
  })
  if (named.length === 0 && additionalProperties === undefined) return 'Record<string, unknown>'
  if (typeof additionalProperties !== 'object') return `{ ${fields.join('; ')} }`
  // What has a name is also met by whoever goes through all of them.
  const others = unionOf([typeOf(additionalProperties), ...named.map(([, schema]) => typeOf(schema))])
  return `{ ${[...fields, `[key: string]: ${others}`].join('; ')} }`
}

function ofType(type: string, schema: Schema): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean' || type === 'null') return type
  if (type === 'object') return objectOf(schema)
  if (type !== 'array') return 'unknown'
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  return `(${typeOf(schema.items ?? {})})[]`
}

/** A schema as TypeScript writes it; what is referred to is a type of that name. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return `Schemas.${schema.$ref.split('/').at(-1) ?? ''}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return unionOf(choices.map((choice) => typeOf(choice)))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  const types = [schema.type].flat().filter((type) => type !== undefined)
  if (types.length === 0) return schema.properties ? objectOf(schema) : 'unknown'
  return unionOf(types.map((type) => ofType(type, schema)))
}
