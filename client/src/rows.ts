/** What a list answers: its rows by some name, and how many there are. */
type Page = { total: number }
type Paged = { query?: { page?: number; size?: number } }

/** A method of the client that answers a list, page by page. */
type List = (...given: never[]) => Promise<Page>
type InputOf<Listed extends List> = Parameters<Listed>[0]
type ReplyOf<Listed extends List> = Awaited<ReturnType<Listed>>
type RowOf<Reply> = {
  [Name in keyof Reply]: Reply[Name] extends readonly (infer Row)[] ? Row : never
}[keyof Reply]

type QueryOf<Input> = Input extends { query?: infer Query } ? NonNullable<Query> : never
type ArraysOf<Reply> = {
  [Name in keyof Reply]-?: NonNullable<Reply[Name]> extends readonly unknown[] ? Name : never
}[keyof Reply]
type IsOne<Name, All = Name> = Name extends All ? ([All] extends [Name] ? true : false) : never

/** `unknown` of a call that takes a page and answers one array, which are its rows; of others nothing fits. */
type OneList<Listed extends List> = 'page' extends keyof QueryOf<NonNullable<InputOf<Listed>>>
  ? [IsOne<ArraysOf<ReplyOf<Listed>>>] extends [true]
    ? unknown
    : never
  : never

type Given<Listed extends List> =
  undefined extends InputOf<Listed> ? [input?: InputOf<Listed>] : [input: InputOf<Listed>]

const LARGEST_PAGE = 200

/**
 * Every row of a list, page by page, each asked for when the one before is used up: `for await (const device of rowsOf(client.allDevices)) …`.
 * It takes calls whose query has a `page` and whose answer has one array. Some calls count no further than 25,000 rows, and their rows end there: narrow what is asked for where there may be more.
 */
export async function* rowsOf<Listed extends List>(
  list: Listed & OneList<Listed>,
  ...[input]: Given<Listed>
): AsyncGenerator<RowOf<ReplyOf<Listed>>, void, undefined> {
  // Safe: lists take a page and its size.
  const { query, ...others } = (input ?? {}) as Paged
  const ask = list as unknown as (asked: Paged) => Promise<ReplyOf<Listed>>
  const size = query?.size ?? LARGEST_PAGE
  for (let page = query?.page ?? 1; ; page++) {
    const reply = await ask({ ...others, query: { ...query, page, size } })
    const rows = Object.values(reply).find((value) => Array.isArray(value))
    // Safe: a list answers one array, and the type reads it off the same answer.
    yield* (rows ?? []) as RowOf<ReplyOf<Listed>>[]
    if (!rows || rows.length === 0 || page * size >= reply.total) return
  }
}
