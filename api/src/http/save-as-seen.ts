import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull } from 'drizzle-orm'
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { changedAfter } from './changed.ts'

type Versioned = PgTable & Record<'id' | 'updatedAt' | 'deletedAt', AnyPgColumn>
type Saving<Table extends Versioned> = {
  row: { id: number; updatedAt: Date }
  columns: Partial<Table['$inferInsert']>
  /** What the one who changes it looked at; left out, the row as it was read. */
  seenAt?: Date | undefined
}

/** Of two who change a row at once, the second hears of it, and so does whoever looked at an older state. */
export async function saveAsSeen<Table extends Versioned>(
  tx: Db,
  table: Table,
  { row, columns, seenAt = row.updatedAt }: Saving<Table>,
): Promise<void> {
  if (seenAt.getTime() !== row.updatedAt.getTime()) throw new Refusal('conflict')
  // Safe: columns of this table, and the moment of the change that every versioned table has.
  const changed = { ...columns, updatedAt: changedAfter(table.updatedAt) } as PgUpdateSetSource<Table>
  const isAsSeen = and(eq(table.id, row.id), eq(table.updatedAt, row.updatedAt), isNull(table.deletedAt))
  const saved = await tx.update(table).set(changed).where(isAsSeen).returning({ id: table.id })
  if (saved.length === 0) throw new Refusal('conflict')
}
