import type { Device } from '@carewatch/contracts/http/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'

const ONCE_IN_MS = 600_000
const MOST_REMEMBERED = 50_000

/** When this process last noted each viewer and device: saves asking the database at every graph. */
const noted = new Map<string, number>()

type Looked = Pick<Device, 'uuid'> & { companyId: number | null }

/** Leaves a trace of who read whose vitals, at most one in ten minutes, without holding up the answer. */
export function noteViewing({ db, log }: Pick<Services, 'db' | 'log'>, viewer: Viewer, device: Looked): void {
  const now = Date.now()
  const key = `${viewer.id}/${device.uuid}`
  if ((noted.get(key) ?? 0) > now - ONCE_IN_MS) return
  if (noted.size >= MOST_REMEMBERED) noted.clear()
  noted.set(key, now)
  const { action, entity } = { action: 'viewed', entity: 'device' }
  // Another api process, or this one before a restart, may have noted it already.
  const isNew = sql`not exists (select from ${auditLog} where ${auditLog.entity} = ${entity}
    and ${auditLog.entityUuid} = ${device.uuid} and ${auditLog.userId} = ${viewer.id}
    and ${auditLog.action} = ${action} and ${auditLog.at} > now() - ${ONCE_IN_MS} * interval '1 ms')`
  db.execute(
    sql`insert into ${auditLog} (user_id, company_id, action, entity, entity_uuid)
      select ${viewer.id}::int, ${device.companyId}::int, ${action}::text, ${entity}::text, ${device.uuid}::text where ${isNew}`,
  ).catch((err: unknown) => {
    noted.delete(key)
    log.error({ err, viewer: viewer.uuid, device: device.uuid }, 'viewing not noted')
  })
}
