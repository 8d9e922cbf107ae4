import { join } from 'node:path'
import type pg from 'pg'
import { describe } from './describe.ts'
import { findStatements, hasPlan, type Query } from './find-statements.ts'
import { needsTimescale, queryFaults } from './query-faults.ts'
import { readTexts } from './read-texts.ts'
import { columnsInWords, type Schema, type Template, templateFaults } from './template-faults.ts'

type Where = { root: string; config: string; isLookedAt: (file: string) => boolean }
export type Fault = { file: string; line: number; fault: string }

/**
 * Asks PostgreSQL about every statement that these programs write by hand, without running any, and compares what it says with what they take it
 * for. Of drizzle's templates, which are put together as a program runs, it looks for tables and columns that are named in words.
 */
export async function checkQueries(client: pg.Client, { root, config, isLookedAt }: Where) {
  const { queries, templates } = findStatements(join(root, config), root, isLookedAt)
  const schema = await readSchema(client)
  const asked = (await readTexts(queries)).flatMap(({ query, texts }) =>
    texts.map((text) => ({ query, text })),
  )
  const faults: Fault[] = [
    ...queries.filter(({ texts }) => texts.length === 0).map(unread),
    ...templates.flatMap((template) => faultsOfTemplate(template, schema)),
  ]
  for (const { query, text } of asked) faults.push(...(await faultsOfText(client, query, text)))
  return { asked: asked.length, looked: templates.length, faults }
}

const unread = ({ file, line }: Query): Fault => ({
  file,
  line,
  fault: 'its text cannot be read: name it at the top of its module',
})

async function faultsOfText(client: pg.Client, query: Query, text: string): Promise<Fault[]> {
  if (!hasPlan(text) || needsTimescale(text)) return []
  const answer = await describe(client, text)
  const faults = answer instanceof Error ? [answer.message] : queryFaults(query, answer)
  return faults.map((fault) => ({ file: query.file, line: query.line, fault }))
}

function faultsOfTemplate(template: Template, schema: Schema): Fault[] {
  const unknown = columnsInWords(template).filter((column) => !schema.columns.has(column))
  const faults = [
    ...templateFaults(template, schema),
    ...unknown.map((column) => `there is no column ${column}`),
  ]
  return faults.map((fault) => ({ file: template.file, line: template.line, fault }))
}

async function readSchema(client: pg.Client): Promise<Schema> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  )
  return {
    tables: new Set(rows.map(({ table }) => table)),
    columns: new Set(rows.map(({ column }) => column)),
  }
}
