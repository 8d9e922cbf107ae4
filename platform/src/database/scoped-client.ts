import postgres from 'postgres'
import { companyInScope } from './company-scope.ts'

type Options = postgres.Options<Record<string, never>>
type Query = Parameters<postgres.Sql['unsafe']>

const ROLE = 'carewatch_company'
const SET = `select set_config('role', $1, false), set_config('carewatch.company', $2, false)`
/** A connection that is new works for no company until it is told for whom: what goes wrong then shows too little, never too much. */
const NOBODY = { role: ROLE, 'carewatch.company': '0' }

/** One connection, and for whom it works: `null` after it was opened anew. */
type Line = { sql: postgres.Sql; worksFor: string | null }

/** What drizzle asks of postgres.js, from lines that work for one company at a time. A line is one caller's until it answered. */
export function createScopedClient(databaseUrl: string, { max = 4, ...options }: Options) {
  const idle: Line[] = Array.from({ length: Number(max) }, () => openLine(databaseUrl, options))
  const lines = [...idle]
  const waiting: ((line: Line) => void)[] = []

  const take = (wanted: string): Promise<Line> => {
    const same = idle.findIndex(({ worksFor }) => worksFor === wanted)
    const line = same === -1 ? idle.shift() : idle.splice(same, 1)[0]
    return line ? Promise.resolve(line) : new Promise((resolve) => waiting.push(resolve))
  }
  const give = (line: Line): void => {
    const next = waiting.shift()
    if (next) next(line)
    else idle.push(line)
  }
  const withLine = async <Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> => {
    const company = companyInScope()
    const wanted = company === undefined ? '' : String(company)
    const line = await take(wanted)
    try {
      if (line.worksFor !== wanted) await turn(line, wanted)
      return await work(line.sql)
    } finally {
      give(line)
    }
  }

  return {
    options: lines[0]?.sql.options,
    lines: lines.map(({ sql }) => sql),
    unsafe: (...query: Query) => new Later(withLine, query),
    begin: (work: (sql: postgres.TransactionSql) => Promise<unknown>) => withLine((sql) => sql.begin(work)),
    end: async (how?: { timeout?: number }): Promise<void> => {
      await Promise.all(lines.map(({ sql }) => sql.end(how)))
    },
  }
}

function openLine(databaseUrl: string, options: Options): Line {
  const line: Line = {
    worksFor: null,
    sql: postgres(databaseUrl, {
      ...options,
      max: 1,
      connection: { ...options.connection, ...NOBODY },
      onclose: () => (line.worksFor = null),
    }),
  }
  return line
}

async function turn(line: Line, wanted: string): Promise<void> {
  line.worksFor = null
  await line.sql.unsafe(SET, wanted === '' ? ['none', '0'] : [ROLE, wanted])
  line.worksFor = wanted
}

type WithLine = <Result>(work: (sql: postgres.Sql) => Promise<Result>) => Promise<Result>

/** A query that is asked when somebody waits for it, as those of postgres.js are; drizzle says before how it wants its rows. */
class Later implements PromiseLike<unknown> {
  #asRows = false
  readonly #withLine: WithLine
  readonly #query: Query

  constructor(withLine: WithLine, query: Query) {
    this.#withLine = withLine
    this.#query = query
  }

  values(): this {
    this.#asRows = true
    return this
  }

  // oxlint-disable-next-line unicorn/no-thenable -- this is what drizzle awaits
  then<A, B>(done?: (rows: unknown) => A | PromiseLike<A>, failed?: (error: unknown) => B | PromiseLike<B>) {
    const asked = this.#withLine<unknown>(async (sql) => {
      const query = sql.unsafe(...this.#query)
      return this.#asRows ? await query.values() : await query
    })
    return asked.then(done, failed)
  }
}
