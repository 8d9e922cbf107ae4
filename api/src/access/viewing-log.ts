import type { AuditAction } from '@carewatch/contracts/audit'
import { devices } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { auditLog, branches, uploads, users } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '@carewatch/platform/database/client'
import type { Log } from '../log.ts'
import { eachOnce, type Person } from './persons.ts'
import { isAnothersToo } from './responsible.ts'
import type { Caller } from './viewer.ts'

/** What of a person was shown: vitals and alarms; where they are; who they are and what is around them. */
export type Kind = Extract<AuditAction, 'viewed' | 'located' | 'profileViewed'>
export type Looking = Pick<Caller, 'id' | 'uuid' | 'companyId' | 'identityId' | 'address'>
export type Viewing = { kind: Kind; people: readonly Person[] }

const ONCE_IN_MS = 3_600_000
/** Where a trace was there already it may be as old as it can be: it is looked for again this soon. */
const LOOK_AGAIN_MS = 300_000
const MOST_REMEMBERED = 100_000
/** Between api processes, one viewer's traces are written one after the other. */
const LOCK = 2_016_004

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

/** As PostgreSQL reads a list: ids of ours, and IMEIs, which are digits. */
const named = (people: readonly Person[], by: Person['by']): string =>
  `{${people.flatMap((person) => (person.by === by ? person.id : [])).join()}}`

/** Who is meant, and not the viewer themselves: who wears a device, where somebody does. */
function meant({ identityId }: Looking, people: readonly Person[]): SQL {
  const files = sql`${uploads.uuid} = any(${named(people, 'upload')}::uuid[])`
  // Of two who are responsible for a person one may say that it is them: to the other that is a look as any.
  const isOther = sql`(${isAnothersToo} or not exists (select from ${users}
    where ${users.id} = ${wearers.userId} and coalesce(${users.identityId}, ${users.id}) = ${identityId}))`
  // The answer that named them was the viewer's to see; here only their company is asked for.
  return sql`
    select 'wearer' as entity, ${wearers.uuid} as uuid, ${wearers.companyId} as company
      from ${wearers} where ${isOther} and (${wearers.uuid} = any(${named(people, 'wearer')}::uuid[])
        or ${wearers.id} = any(array(select ${invitations.wearerId} from ${invitations} where ${invitations.uuid} = any(${named(people, 'invitation')}::uuid[])))
        or ${wearers.uuid} = any(array(select ${uploads.wearerUuid}::uuid from ${uploads} where ${files})))
    union
    select case when ${wearers.id} is null then 'device' else 'wearer' end, coalesce(${wearers.uuid}, ${devices.uuid}),
        coalesce(${wearers.companyId}, ${devices.companyId})
      from ${devices} left join ${wearers} on ${wearers.id} = present_wearer(${devices.id})
      where ${isOther} and (${devices.uuid} = any(${named(people, 'device')}::uuid[])
        or (${devices.imei} = any(${named(people, 'imei')}::text[]) and ${devices.deletedAt} is null)
        or ${devices.uuid} = any(array(select ${uploads.deviceUuid}::uuid from ${uploads} where ${files})))
    union
    select 'user', ${users.uuid}, coalesce(${users.companyId}, ${branches.companyId})
      from ${users} left join ${branches} on ${branches.id} = ${users.branchId}
      where coalesce(${users.identityId}, ${users.id}) <> ${identityId} and (${users.uuid} = any(${named(people, 'user')}::uuid[])
        or ${users.id} = any(array(select ${uploads.ofUserId} from ${uploads} where ${files})))`
}

/** One trace of each, where there is none of the last hour. */
const writeTraces = (looking: Looking, { kind, people }: Viewing): SQL => sql`
  insert into ${auditLog} (${namesOf(WRITTEN)})
  select ${looking.id}::int, coalesce(meant.company, ${looking.companyId}::int), ${looking.address}::text, ${kind}::text,
    meant.entity, meant.uuid::text
  from (${meant(looking, people)}) as meant
  where not exists (select from ${auditLog} where ${auditLog.entity} = meant.entity
    and ${auditLog.entityUuid} = meant.uuid::text and ${auditLog.userId} = ${looking.id}
    and ${auditLog.action} = ${kind} and ${auditLog.detail} is null
    and ${auditLog.at} > now() - ${ONCE_IN_MS} * interval '1 ms')
  returning ${auditLog.entity}`

/** Until when each need not be noted, the longest ago first: a list that is asked for every few seconds asks nothing of the database. */
function createMemory() {
  const people = new Map<string, number>()
  const devices = new Map<string, number>()
  const of = (by: Person['by']): Map<string, number> => (by === 'device' || by === 'imei' ? devices : people)
  return {
    until: (by: Person['by'], key: string): number => of(by).get(key) ?? 0,
    set(by: Person['by'], key: string, until: number): void {
      const noted = of(by)
      noted.delete(key)
      noted.set(key, until)
      for (const oldest of noted.keys()) {
        if (noted.size <= MOST_REMEMBERED) return
        noted.delete(oldest)
      }
    },
    forgetDevices: (): void => devices.clear(),
  }
}

/**
 * Leaves a trace of who was shown whom from where: one for each viewer, person and kind in an hour, also over several processes, and none of oneself.
 * No answer waits for it.
 */
export function createViewingLog({ db, log }: { db: Db; log: Log }) {
  const remembered = createMemory()
  let writing: Promise<void> = Promise.resolve()

  /** How many traces it took. */
  const write = (looking: Looking, viewing: Viewing): Promise<number> =>
    forCompany(undefined, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::int, ${looking.id}::int)`)
        return (await tx.execute(writeTraces(looking, viewing))).rows.length
      }),
    )

  function note(looking: Looking, { kind, people }: Viewing): void {
    const now = Date.now()
    const keyOf = ({ by, id }: Person) => `${looking.id}/${kind}/${by}/${id}`
    const unknown = eachOnce(people.filter((person) => remembered.until(person.by, keyOf(person)) <= now))
    if (unknown.length === 0) return
    const remember = (until: number): void => {
      for (const person of unknown) remembered.set(person.by, keyOf(person), until)
    }
    remember(now + ONCE_IN_MS)
    // One after the other: whoever is answered meanwhile finds the connections free.
    writing = writing
      .then(() => write(looking, { kind, people: unknown }))
      .then((written) => {
        if (written < unknown.length) remember(now + LOOK_AGAIN_MS)
      })
      .catch((err: unknown) => {
        remember(0)
        log.error({ err, viewer: looking.uuid, people: unknown.length }, 'viewing not noted')
      })
  }

  return {
    note,
    /** What was noted is written. */ written: () => writing,
    /** Whoever wears one may be another by now, whom nobody was seen to look at. */
    forgetDevices: remembered.forgetDevices,
  }
}
export type ViewingLog = ReturnType<typeof createViewingLog>
