import type pg from 'pg'
import { describe } from './describe.ts'
import { findStatements, hasPlan, type Query } from './find-statements.ts'
import { needsTimescale, queryFaults } from './query-faults.ts'
import { openProject } from './open-project.ts'
import { readTexts } from './read-texts.ts'
import { checkScopes, type Fault, type ScopesOf } from './scopes/check-scopes.ts'
import { readTables } from './scopes/schema.ts'
import { columnsInWords, type Schema, type Template, templateFaults } from './template-faults.ts'

type Where = {
  root: string
  config: string
  isLookedAt: (file: string) => boolean
  /** Where statements are asked whose rows they find. */
  scopes?: ScopesOf
}

/**
 * Asks PostgreSQL about every statement that these programs write by hand, without running any, and compares what it says with what they take it
 * for. Of drizzle's templates, which are put together as a program runs, it looks for tables and columns that are named in words. Where it is asked
 * to, it looks whether statements are narrowed to what a viewer may see.
 */
export async function checkQueries(client: pg.Client, { root, config, isLookedAt, scopes }: Where) {
  const { project, close } = openProject({ root, config })
  try {
    const { queries, templates } = findStatements(project, isLookedAt)
    const schema = await readSchema(client)
    const asked = (await readTexts(queries)).flatMap(({ query, texts }) =>
      texts.map((text) => ({ query, text })),
    )
    const faults: Fault[] = [
      ...queries.filter(({ texts }) => texts.length === 0).map(unread),
      ...templates.flatMap((template) => faultsOfTemplate(template, schema)),
    ]
    for (const { query, text } of asked) faults.push(...(await faultsOfText(client, query, text)))
    const texts = asked.map(({ query: { file, line }, text }) => ({ file, line, text }))
    const scoped = scopes && checkScopes({ ...scopes, project, root, tables: await readTables(), texts })
    if (scoped) faults.push(...scoped.faults)
    return { asked: asked.length, looked: templates.length, scoped: scoped?.looked ?? 0, faults }
  } finally {
    close()
  }
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
