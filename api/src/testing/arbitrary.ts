import fc, { type Arbitrary } from 'fast-check'

/** The part of JSON Schema that our description uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

type Known = {
  /** What a reference points at. */
  resolve: (ref: string) => Schema
  /** Ids that are known to be somebody's: a stranger's guess rarely gets past the door. */
  known: (kind: 'uuid' | 'imei') => Arbitrary<string>
}

const IMEI = String.raw`^\d{15}$`
const LONGEST_TEXT = 300
const MOST_ITEMS = 4

function texts(
  { format, pattern, minLength = 0, maxLength = LONGEST_TEXT }: Schema,
  { known }: Known,
): Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof({ weight: 4, arbitrary: known('uuid') }, fc.uuid())
  if (pattern === IMEI)
    return fc.oneof({ weight: 4, arbitrary: known('imei') }, fc.stringMatching(/^\d{15}$/))
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((at) => at.toISOString())
  if (format === 'email') return fc.emailAddress()
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, LONGEST_TEXT))
  const longest = Math.max(minLength, Math.min(maxLength, LONGEST_TEXT))
  return fc.string({ unit: 'grapheme', minLength, maxLength: longest })
}

const numbers = ({ minimum = -1e6, maximum = 1e6 }: Schema, isWhole: boolean): Arbitrary<number> =>
  isWhole
    ? fc.integer({
        min: Math.max(Math.ceil(minimum), -2_147_483_648),
        max: Math.min(Math.floor(maximum), 2_147_483_647),
      })
    : fc.double({ min: minimum, max: maximum, noNaN: true })

function objects({ properties = {}, required = [] }: Schema, given: Known): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(schema, given)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => Object.hasOwn(fields, name)) })
}

function ofType(type: string | undefined, schema: Schema, given: Known): Arbitrary<unknown> {
  if (type === 'string') return texts(schema, given)
  if (type === 'integer' || type === 'number') return numbers(schema, type === 'integer')
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'object') return objects(schema, given)
  const { minItems = 0, maxItems = MOST_ITEMS } = schema
  if (type === 'array') {
    const most = Math.max(minItems, Math.min(maxItems, MOST_ITEMS))
    return fc.array(fitting(schema.items ?? {}, given), { minLength: minItems, maxLength: most })
  }
  return fc.jsonValue({ maxDepth: 2 })
}

/** Values that fit the schema, or nearly. */
export function fitting(schema: Schema, given: Known): Arbitrary<unknown> {
  if (schema.$ref) return fitting(given.resolve(schema.$ref), given)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, given)))
  const [type] = [schema.type].flat()
  return ofType(type, schema, given)
}
