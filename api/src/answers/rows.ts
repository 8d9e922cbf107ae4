import type { Invitation, SentInvitation } from '@carewatch/contracts/http/invitations'
import { viewsOf } from '@carewatch/contracts/invitations'
import { relatives, devices } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName } from '../access/viewer.ts'
import { isLapsed } from './hold.ts'
import { seen } from '../access/seen.ts'

const invited = alias(users, 'invited')

/** A watch that somebody else wears since, or another house has, is named to nobody who asked or was asked before. */
const isAsAsked = sql`(present_wearer(${devices.id}) is not distinct from ${invitations.wearerId})
  and (${devices.companyId} is not distinct from ${invitations.companyId})`

/** Invitations with those they name; the caller says which. */
export const selectInvitations = (db: Db) =>
  db
    .select({
      invitation: seen(invitations),
      isLapsed,
      asker: { firstName: users.firstName, lastName: users.lastName },
      company: companies.name,
      device: { uuid: devices.uuid, name: devices.name },
      wearer: { firstName: wearers.firstName, lastName: wearers.lastName },
      relation: relatives.relation,
      branch: branches.name,
      invited: { firstName: invited.firstName, lastName: invited.lastName },
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.askedById))
    .leftJoin(companies, eq(companies.id, invitations.companyId))
    .leftJoin(devices, and(eq(devices.id, invitations.deviceId), isAsAsked))
    .leftJoin(wearers, eq(wearers.id, invitations.wearerId))
    .leftJoin(relatives, eq(relatives.id, invitations.relativeId))
    .leftJoin(branches, sql`${branches.id} = (${invitations.gift} ->> 'branchId')::integer`)
    .leftJoin(invited, eq(invited.id, invitations.userId))
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectInvitations>>[number]

function common({ invitation, wearer, device, ...row }: Row) {
  const { uuid, kind, status, gift, createdAt, lapsesAt, answeredAt } = invitation
  return {
    uuid,
    kind,
    status: row.isLapsed ? ('LAPSED' as const) : status,
    about: wearer ? fullName(wearer) : (device?.name ?? null),
    role: gift.role ?? null,
    createdAt,
    lapsesAt,
    answeredAt,
  }
}

export function toInvitation(row: Row): Invitation {
  const { invitation, asker, company, branch, relation } = row
  return {
    ...common(row),
    askedBy: { name: fullName(asker), company },
    branch,
    relation,
    views: viewsOf(invitation.kind, invitation.gift),
  }
}

/** The address as it was typed stands before whose account it is: that is theirs to tell. */
export function toSent(row: Row): SentInvitation {
  const { invitation, invited: person, asker, device } = row
  return {
    ...common(row),
    to: invitation.email ?? (person ? fullName(person) : ''),
    askedBy: fullName(asker),
    device,
  }
}

export async function invitationById(db: Db, id: number): Promise<{ invitation: Invitation }> {
  const [row] = await selectInvitations(db).where(eq(invitations.id, id))
  if (!row) throw new Error('An invitation that was just answered is there.')
  return { invitation: toInvitation(row) }
}
