import fc from 'fast-check'
import { fitting, type Schema } from './arbitrary.ts'
import { poisons } from './spoil.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}
/** The part of the description that requests are made from. */
export type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type FuzzRequest = { method: string; path: string; query: string; body: unknown }

/** How often a place is filled with what does not belong there. */
const SPOILED = 0.2
/** How often a part of the query that may be left out is there. */
const GIVEN = 0.4
const LONGEST = 500
const MOST_KNOWN = 500
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

/** Numbers from 0 to 1 that are the same for the same seed. */
function createDice(seed: number): () => number {
  const throws = fc.sample(fc.noBias(fc.integer({ min: 0, max: 999_999 })), { numRuns: 20_000, seed })
  let at = 0
  return () => (throws[at++ % throws.length] ?? 0) / 1_000_000
}

/** Ids that answers have told so far: with them the next requests reach deeper. */
function createPool(first: readonly string[], imei: string) {
  const uuids = [...first]
  return {
    learn: (text: string): void => {
      for (const [uuid] of text.slice(0, 20_000).matchAll(UUID)) if (!uuids.includes(uuid)) uuids.push(uuid)
      if (uuids.length > MOST_KNOWN) uuids.splice(first.length, uuids.length - MOST_KNOWN)
    },
    known: (kind: 'uuid' | 'imei') =>
      kind === 'imei' ? fc.constant(imei) : fc.nat().map((at) => uuids[at % uuids.length] ?? ''),
  }
}

type Start = { seed: number; uuids: readonly string[]; imei: string }

/** Requests made from the description, one operation after the other, some of them spoiled. */
export function createFuzz(description: Description, { seed, uuids, imei }: Start) {
  const dice = createDice(seed)
  const pool = createPool(uuids, imei)
  const resolve = (ref: string) => description.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  let made = 0

  function valueOf(schema: Schema): unknown {
    const kinds = Object.values(poisons)
    if (dice() < SPOILED) return kinds[Math.floor(dice() * kinds.length)]
    return fc.sample(fitting(schema, { resolve, known: pool.known }), { numRuns: 1, seed: seed + made++ })[0]
  }
  const wordOf = (schema: Schema): string => String(valueOf(schema)).toWellFormed().slice(0, LONGEST)

  return {
    learn: pool.learn,
    dice,
    request: (at: number): FuzzRequest => {
      const one = operations[at % operations.length]
      if (!one) throw new Error('The description names no operation.')
      const { parameters = [], requestBody } = one.operation
      const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
      const asked = inPlace('query').filter(({ required }) => required === true || dice() < GIVEN)
      const schema = requestBody?.content['application/json']?.schema
      return {
        method: one.method,
        path: inPlace('path').reduce(
          (path, { name, schema: part }) =>
            path.replace(`{${name}}`, encodeURIComponent(wordOf(part)) || '-'),
          one.path,
        ),
        query: new URLSearchParams(
          asked.map(({ name, schema: part }): [string, string] => [name, wordOf(part)]),
        ).toString(),
        body: schema && valueOf(schema),
      }
    },
  }
}
