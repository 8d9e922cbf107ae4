import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './index.ts'

/** What a watch numbers itself: its places in the phonebook. */
const OF_THE_WATCH = ['phonebookId']
const isIdName = (name: string): boolean => /(?:^id|I[dD]s?)$/.test(name) && !OF_THE_WATCH.includes(name)
const isNumber = (schema: unknown): boolean => /"type":"(?:number|integer)"/.test(JSON.stringify(schema))

/** Names of numbers within a JSON schema that could be ids. */
function numbersCalledIds(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = 'properties' in schema ? Object.entries(schema.properties as object) : []
  const own = properties.filter(([name, value]) => isIdName(name) && isNumber(value)).map(([name]) => name)
  return [...own, ...Object.values(schema).flatMap(numbersCalledIds)]
}

it('no call takes an id of ours: statements that hang on one hang on a row that was found before', () => {
  const taken = endpoints.flatMap(({ method, path, params, query, body }) =>
    [params, query, body].flatMap((part) =>
      part
        ? numbersCalledIds(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })).map(
            (name) => `${method} ${path}: ${name}`,
          )
        : [],
    ),
  )
  expect(taken).toEqual([])
})
