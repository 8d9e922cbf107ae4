import type { AuditAction } from '@carewatch/contracts/audit'
import { auditLog } from '@carewatch/migrations/schema/people'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from './viewer.ts'
import type { Services } from '../services.ts'

const ONCE_IN_MS = 600_000
const MOST_REMEMBERED = 50_000

/** When this process last noted each viewer, device and action: saves asking the database at every graph. */
const noted = new Map<string, number>()

type Looked = { uuid: string; companyId: number | null }
type Viewing = { action: Extract<AuditAction, 'viewed' | 'located'> } & (
  | { devices: readonly Looked[] }
  | { wearer: Looked }
)

const WRITTEN = [
  auditLog.userId,
  auditLog.companyId,
  auditLog.address,
  auditLog.action,
  auditLog.entity,
  auditLog.entityUuid,
]
const namesOf = (columns: readonly PgColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )

/** Leaves a trace of who read whose vitals or location from where, at most one in ten minutes, without holding up the answer. */
export function noteViewing(
  { db, log }: Pick<Services, 'db' | 'log'>,
  caller: Pick<Caller, 'id' | 'uuid' | 'address'>,
  viewing: Viewing,
): void {
  const { action } = viewing
  const [entity, looked] = 'wearer' in viewing ? ['wearer', [viewing.wearer]] : ['device', viewing.devices]
  const now = Date.now()
  const keyOf = ({ uuid }: Looked) => `${caller.id}/${action}/${uuid}`
  const unknown = looked.filter((device) => (noted.get(keyOf(device)) ?? 0) <= now - ONCE_IN_MS)
  if (unknown.length === 0) return
  if (noted.size >= MOST_REMEMBERED) noted.clear()
  for (const device of unknown) noted.set(keyOf(device), now)

  const uuids = `{${unknown.map(({ uuid }) => uuid).join()}}`
  const companyIds = `{${unknown.map(({ companyId }) => companyId ?? 'null').join()}}`
  // Another api process, or this one before a restart, may have noted it already.
  db.execute(
    sql`insert into ${auditLog} (${namesOf(WRITTEN)})
      select ${caller.id}::int, looked.company, ${caller.address}::text, ${action}::text, ${entity}::text, looked.uuid
      from unnest(${uuids}::text[], ${companyIds}::int[]) as looked (uuid, company)
      where not exists (select from ${auditLog} where ${auditLog.entity} = ${entity}
        and ${auditLog.entityUuid} = looked.uuid and ${auditLog.userId} = ${caller.id}
        and ${auditLog.action} = ${action} and ${auditLog.at} > now() - ${ONCE_IN_MS} * interval '1 ms')`,
  ).catch((err: unknown) => {
    for (const device of unknown) noted.delete(keyOf(device))
    log.error({ err, viewer: caller.uuid, devices: unknown.length }, 'viewing not noted')
  })
}
