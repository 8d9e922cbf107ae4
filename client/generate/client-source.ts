import { keyOf, type Schema, typeOf } from './types.ts'

type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
type Answer = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> }
  responses: Record<string, Answer>
}
/** The part of the document that the client is made of. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const HEAD = '// Made by `npx --yes pnpm@12 client:generate` of the OpenAPI document.\n'
const MULTIPART = 'multipart/form-data'

const fieldsOf = (parameters: readonly Parameter[]): string =>
  parameters
    .map(({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)}`)
    .join('; ')

function partOf(name: 'params' | 'query', place: string, { parameters = [] }: Operation): string[] {
  const here = parameters.filter((parameter) => parameter.in === place)
  if (here.length === 0) return []
  const mark = here.some(({ required }) => required) ? '' : '?'
  return [`${name}${mark}: { ${fieldsOf(here)} }`]
}

function bodyOf({ requestBody }: Operation): string[] {
  if (!requestBody) return []
  if (requestBody.content[MULTIPART]) return ['form: FormData']
  const schema = requestBody.content['application/json']?.schema ?? {}
  const isEmpty = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0
  if (isEmpty && !schema.additionalProperties) return []
  return [`body${requestBody.required ? '' : '?'}: ${typeOf(schema)}`]
}

const inputOf = (operation: Operation): string => {
  const parts = [
    ...partOf('params', 'path', operation),
    ...partOf('query', 'query', operation),
    ...bodyOf(operation),
  ]
  return parts.length > 0 ? `{ ${parts.join('; ')} }` : 'Nothing'
}

const envelopeOf = ({ responses }: Operation): Schema | undefined => {
  const schema = responses['200']?.content?.['application/json']?.schema
  return schema?.properties?.context ? schema : undefined
}

function reasonsOf({ responses }: Operation): string {
  const schema = responses['409']?.content?.['application/json']?.schema
  const reason = schema?.properties?.context?.properties?.reason
  return reason ? typeOf(reason) : 'never'
}

const commented = ({ summary, description }: Operation): string =>
  `  /**\n   * ${summary}\n   *\n   * ${description}\n   */`.replaceAll('*/\n', '* /\n')

function operationsOf({ paths }: Document) {
  return Object.entries(paths)
    .flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        address,
        operation,
      })),
    )
    .toSorted((one, other) => (one.operation.operationId < other.operation.operationId ? -1 : 1))
}

/** What each name in `Schemas` stands for. */
export function schemasSource({ components }: Document): string {
  const types = Object.entries(components.schemas)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  return `${HEAD}import type * as Schemas from './schemas.ts'\n\n${types.join('\n\n')}\n`
}

/** Of each call what it takes, what it answers, and which rules it may name when it refuses. */
export function operationsSource(document: Document): string {
  const types = operationsOf(document).map(({ operation }) => {
    const context = envelopeOf(operation)?.properties?.context
    const reply = context ? typeOf(context) : 'Response'
    const type = `{ input: ${inputOf(operation)}; reply: ${reply}; reason: ${reasonsOf(operation)} }`
    return `${commented(operation)}\n  ${operation.operationId}: ${type}`
  })
  return `${HEAD}import type * as Schemas from './schemas.ts'\n\ntype Nothing = Record<never, never>\n\nexport type Operations = {\n${types.join('\n')}\n}\n`
}

/** Where each call is asked. */
export function addressesSource(document: Document): string {
  const lines = operationsOf(document).map(({ method, address, operation }) => {
    const file = envelopeOf(operation) ? '' : ', true'
    return `  ${operation.operationId}: ['${method}', '${address}'${file}],`
  })
  return `${HEAD}import type { Operations } from './operations.ts'\n\n/** The method, the address, and whether a file is answered. */\nexport type Address = readonly [method: string, address: string, isFile?: true]\n\nexport const addresses: Record<keyof Operations, Address> = {\n${lines.join('\n')}\n}\n`
}
