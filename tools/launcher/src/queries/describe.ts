import type pg from 'pg'
import type { Kind } from './find-statements.ts'

export type Column = { name: string; kind: Kind | undefined }
export type Description = { parameters: number; columns: readonly Column[] }

const KINDS: Record<Kind, readonly number[]> = {
  // int2, int4, oid, float4, float8
  number: [21, 23, 26, 700, 701],
  boolean: [16],
  // date, timestamp, timestamptz
  date: [1082, 1114, 1184],
  // Of int2, int4, text, varchar, int8, float4, float8, timestamptz, uuid, bool, numeric
  list: [1005, 1007, 1009, 1015, 1016, 1021, 1022, 1185, 2951, 1000, 1231],
  // Read by pg into objects: interval, point, bytea
  other: [1186, 600, 17],
  string: [],
}
/** JSON may be anything. */
const JSONS = [114, 3802]
const KIND_BY_OID = new Map(Object.entries(KINDS).flatMap(([kind, oids]) => oids.map((oid) => [oid, kind])))

/** What pg makes of a value of this type, where nobody tells it otherwise; all else comes as text. */
const kindOf = (oid: number): Kind | undefined =>
  // Safe: the keys of KINDS.
  JSONS.includes(oid) ? undefined : ((KIND_BY_OID.get(oid) as Kind | undefined) ?? 'string')

/** Asks what a statement takes and gives, and does not run it: what `pg` hands to a connection in place of a query. */
class Preparation implements pg.Submittable {
  readonly #text: string
  readonly #settle: (answer: Description | Error) => void
  #parameters = 0
  #columns: Column[] = []

  constructor(text: string, settle: (answer: Description | Error) => void) {
    this.#text = text
    this.#settle = settle
  }

  submit(connection: pg.Connection): void {
    connection.once('parameterDescription', ({ parameterCount }: { parameterCount: number }) => {
      this.#parameters = parameterCount
    })
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, kind: kindOf(dataTypeID) }))
  }

  handleError(error: Error): void {
    this.#settle(error)
  }

  handleReadyForQuery(): void {
    this.#settle({ parameters: this.#parameters, columns: this.#columns })
  }
}

/** What PostgreSQL says of a statement without running it: what it takes and gives, or why it cannot be. */
export const describe = (client: pg.Client, text: string): Promise<Description | Error> =>
  new Promise((resolve) => client.query(new Preparation(text, resolve)))
