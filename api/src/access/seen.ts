import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** What lets somebody in, or opens what is locked: hidden from the role by which a company's staff are asked for (`hiddenFromStaff`). */
const secrets = [
  'passwordHash',
  'passwordResetHash',
  'newEmailHash',
  'totpSecret',
  'credentialHash',
  'tokenHash',
  'answerCode',
  'bindKey',
  'identityKey',
  'idNumberLocked',
  'secretHash',
  'formerHash',
] as const
type Secret = (typeof secrets)[number]

/** A row as it is worked with: without its secrets. */
export type Seen<Row> = Omit<Row, Secret>

/** The columns of a table but its secrets, for a select. */
export function seen<Table extends PgTable>(table: Table): Seen<Table['_']['columns']> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name]) => !secrets.some((secret) => secret === name),
  )
  // Safe: exactly the secrets are left out.
  return Object.fromEntries(columns) as Seen<Table['_']['columns']>
}
