import { relative } from 'node:path'
import type { Project } from 'typescript/unstable/sync'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { bindingsOf } from './bindings.ts'
import { Columns } from './columns.ts'
import { Excuses } from './excuses.ts'
import { Program } from './program.ts'
import { type Root, Roots } from './roots.ts'
import type { Table } from './schema.ts'
import { Statements } from './statements.ts'
import { fileOf, lineOf } from './syntax.ts'
import { Templates } from './tokens.ts'
import { Values } from './values.ts'

export type Fault = { file: string; line: number; fault: string }
export type ScopesOf = {
  isLookedAt: (file: string) => boolean
  /** Files with the rules, or about who somebody is: read for what the others lean on. */
  isTrusted: (file: string) => boolean
}
type Where = ScopesOf & {
  project: Project
  root: string
  tables: ReadonlyMap<string, Table>
  /** Statements written by hand, by the place of their `….query(text)`. */
  texts: readonly { file: string; line: number; text: string }[]
}

/** A rule is given who looks, and answers a condition. */
const RULE = /\b(?:Who|RoomWho|Viewer|Caller)\b.*=> SQL(?:<unknown>)?(?: \| undefined)?$/
/** A file that finds rows says one of these. */
const MENTIONS = /\.(?:from|update|delete|\$count|execute|query)\b|\bsql\b/
/** Nobody hands a condition on more often. */
const FURTHEST = 8
const ADVICE =
  'narrow them by a rule of api/src/access (visible…) or by the id of a row that was found before, or write right above why not: // unscoped: …'

/** Where statements find rows of anybody. */
class Faults {
  readonly #root: string
  readonly #excuses: ReadonlyMap<SourceFile, Excuses>
  readonly #found = new Map<string, Fault>()

  constructor(root: string, files: readonly SourceFile[]) {
    this.#root = root
    this.#excuses = new Map(files.map((file) => [file, new Excuses(file)]))
  }

  #placeOf(node: Node): string {
    return `${relative(this.#root, fileOf(node).fileName)}:${lineOf(node)}`
  }

  /** The place is where it is handed what it is to find, be it far from where it is asked. */
  add(table: string, { statement, at }: { statement: Node; at: Node }): void {
    if ([at, statement].some((node) => this.#excuses.get(fileOf(node))?.isExcused(node))) return
    const by = at === statement ? '' : ` by ${this.#placeOf(statement)}`
    const fault = `finds rows of ${table} of anybody${by}: ${ADVICE}`
    this.#found.set(`${this.#placeOf(at)} ${table}`, { file: fileOf(at).fileName, line: lineOf(at), fault })
  }

  all(): Fault[] {
    const excuses = [...this.#excuses].flatMap(([{ fileName: file }, one]) =>
      one.faults().map((fault) => ({ file, ...fault })),
    )
    return [...this.#found.values(), ...excuses]
  }
}

/** Statements of these files that find rows of anybody. */
export function checkScopes({ project, root, tables, texts, isLookedAt, isTrusted }: Where) {
  const program = new Program(project, isLookedAt)
  const values = new Values(
    program,
    (work) => isTrusted(fileOf(work).fileName) && RULE.test(program.typeOf(work)),
  )
  const columns = new Columns(values, tables)
  const known = { program, values, columns, templates: new Templates(values) }
  const written = Map.groupBy(texts, ({ file, line }) => `${file}:${line}`)
  const textsAt = (file: string, line: number) =>
    (written.get(`${file}:${line}`) ?? []).map(({ text }) => text)
  const roots = new Roots({ known, statements: new Statements(known), textsAt })
  const faults = new Faults(root, program.files)
  const looked = new Set<Node>()

  /** Looks at a statement, and where it hangs on what it is given, at it under everything that it is given. */
  function look({ statement, findings }: Root, at: Node = statement, far = 0): void {
    looked.add(statement)
    const found = findings()
    const wide = new Set(found.flatMap((one) => ('table' in one ? one.table : [])))
    for (const table of wide) faults.add(table, { statement, at })
    const name = found.find((one) => 'open' in one)
    if (wide.size > 0 || !name) return
    const bindings = far > FURTHEST ? [] : bindingsOf(name.open, values, program)
    if (bindings.length === 0) faults.add('a table', { statement, at })
    for (const { by = at, values: given } of bindings)
      values.under(given, () => look({ statement, findings }, by, far + 1))
  }

  const own = program.files.filter(({ fileName, text }) => !isTrusted(fileName) && MENTIONS.test(text))
  for (const file of own) for (const one of roots.in(file)) look(one)
  for (const file of own) for (const one of roots.unread(file)) look(one)
  return { looked: looked.size, faults: faults.all() }
}
