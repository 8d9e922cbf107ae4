import {
  FILE_MARGIN_MS,
  type IncidentFile,
  LOOK_STANDS_FOR_MS,
} from '@carewatch/contracts/http/incident-files'
import { viewingActions } from '@carewatch/contracts/http/viewings'
import { permissions } from '@carewatch/contracts/permissions'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { wearerCare, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import { nameBy } from '../../access/name-of.ts'
import { type Caller, fullName } from '../../access/viewer.ts'
import { visibleTraces } from '../../access/visible.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { isFamily } from '../../access/worn.ts'
import { READ_MOST } from './cuts.ts'

export type Wearer = typeof wearers.$inferSelect

/** Whom it is about, while the reader may see them: who went to another house is that house's. */
export async function findWearer(db: Db, caller: Caller, id: number | null): Promise<Wearer | undefined> {
  if (id === null) return undefined
  const [wearer] = await db
    .select()
    .from(wearers)
    .where(and(eq(wearers.id, id), visibleWearers(caller)))
  return wearer
}

/** Whole years between two days, each as `2026-11-26`. */
export function ageOn(born: string, day: string): number {
  const [year, rest] = [Number(day.slice(0, 4)) - Number(born.slice(0, 4)), day.slice(4) < born.slice(4)]
  return rest ? year - 1 : year
}

type About = { summary: WearerSummary | null; wearer: Wearer | undefined; day: string }

export function personOf({ summary, wearer, day }: About): IncidentFile['person'] {
  if (!summary) return null
  const { room, bed } = summary.bedsideThen ?? summary
  return {
    uuid: summary.uuid,
    name: wearer ? fullName(wearer) : summary.name,
    room,
    bed,
    born: wearer?.dob ?? null,
    age: wearer?.dob ? ageOn(wearer.dob, day) : null,
    sex: wearer?.sex ?? null,
  }
}

const isOf = (roles: readonly string[], { role }: Caller): boolean => roles.includes(role)

/** As whoever comes to help reads them: carers and the owner at any time, monitors while it is open. */
export async function readFileCare(
  db: Db,
  caller: Caller,
  { wearer, isOpen }: { wearer: Wearer | undefined; isOpen: boolean },
): Promise<IncidentFile['care']> {
  const may = isOf(permissions.changeWearers, caller) || (isOpen && isOf(permissions.seeCare, caller))
  if (!wearer || !may) return null
  const { conditions, allergies, medicines, mobility, hearingAndSight } = wearerCare
  const { fallRisk, doNotResuscitate, notes } = wearerCare
  const [care] = await db
    .select({
      conditions,
      allergies,
      medicines,
      mobility,
      hearingAndSight,
      fallRisk,
      doNotResuscitate,
      notes,
    })
    .from(wearerCare)
    .where(eq(wearerCare.wearerId, wearer.id))
  return care ?? null
}

type Looked = { from: Date; to: Date }
type Lasted = { from: Date; incident: { closedAt: Date | null }; madeAt: Date }

/** Until when looks stand in a file. */
export const lookedAt = ({ from, incident, madeAt }: Lasted): Looked => ({
  from,
  to: incident.closedAt ?? madeAt,
})

/** Of `audit_log`: that somebody was shown this person while it went on. */
export const isLook = (caller: Caller, { uuid, from, to }: Looked & { uuid: string }) =>
  and(
    visibleTraces(caller),
    eq(auditLog.entity, 'wearer'),
    eq(auditLog.entityUuid, uuid),
    inArray(auditLog.action, [...viewingActions]),
    gte(auditLog.at, new Date(from.getTime() - LOOK_STANDS_FOR_MS)),
    lte(auditLog.at, new Date(to.getTime() + FILE_MARGIN_MS)),
  )

/** Who was shown them while it went on: for those of the staff who may see that. */
export async function readFileViewings(
  db: Db,
  caller: Caller,
  { wearer, ...looked }: Looked & { wearer: Wearer | undefined },
): Promise<IncidentFile['viewings']> {
  if (!wearer || isFamily(caller) || !isOf(permissions.seeViewings, caller)) return null
  const rows = await db
    .select({ at: auditLog.at, action: auditLog.action, user: nameBy(auditLog.userId), role: users.role })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .where(isLook(caller, { uuid: wearer.uuid, ...looked }))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(READ_MOST)
  return rows.map(({ at, action, user, role }) => ({
    at,
    // Safe: only these were asked for.
    action: action as (typeof viewingActions)[number],
    name: user && fullName(user),
    role,
  }))
}
