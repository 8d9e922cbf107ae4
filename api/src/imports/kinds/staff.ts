import type { Role } from '@carewatch/contracts/roles'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { asItself } from '@carewatch/platform/database/as-itself'
import { and, eq, gt, sql } from 'drizzle-orm'
import { equals } from '../../access/visible.ts'
import { invite } from '../../invitations/invite.ts'
import { sendInvitation } from '../../invitations/send.ts'
import { findVisibleUser } from '../../users/find-user.ts'
import { findPlace } from '../../users/place.ts'
import { refuseRole } from '../../users/rights.ts'
import type { RowOf } from '../cells.ts'
import type { Planning } from '../planning.ts'
import { unchanged, type Wanted, type Work } from '../planned.ts'
import { placeIds, placeIn } from '../place.ts'

type Asked = { email: string; companyId: number | null }

/** They work here already. */
async function findColleague({ db, caller }: Planning, { email, companyId }: Asked) {
  const known = await findVisibleUser(db, caller, email)
  const isThey = known?.email.toLowerCase() === email && known.companyId === companyId
  return isThey ? known : undefined
}

/** They are asked already, and may still answer. */
async function findInvitation({ db }: Planning, { email, companyId }: Asked) {
  const isOpen = and(
    eq(invitations.email, email),
    eq(invitations.kind, 'ACCOUNT'),
    eq(invitations.status, 'OPEN'),
    gt(invitations.lapsesAt, sql`now()`),
    equals(invitations.companyId, companyId),
  )
  const [open] = await asItself(db, () =>
    db
      .select({ uuid: invitations.uuid, updatedAt: invitations.updatedAt })
      .from(invitations)
      .where(isOpen)
      .limit(1),
  )
  return open
}

type Offer = { email: string; role: Role; asked: { companyId?: string; branchId?: string } }

/** Asked by a letter, never given a password: whether they have an account already is theirs to know. */
const toInvite =
  ({ email, role, asked }: Offer): Work =>
  async (services, caller, isTrial) => {
    refuseRole(caller, role)
    const place = await findPlace(services.db, caller, { asked, role })
    const { companyId } = place
    const gift = { role, ...place, supervisorId: null }
    const invited = await services.db.transaction((tx) =>
      invite(tx, caller, { kind: 'ACCOUNT', to: { email }, companyId, gift }),
    )
    return isTrial ? {} : { link: (await sendInvitation(services, caller, invited)).link }
  }

/** Somebody of the staff is known by the e-mail address. */
export async function planColleague(planning: Planning, row: RowOf<'staff'>): Promise<Wanted> {
  const { caller, places } = planning
  const email = row.email.toLowerCase()
  const where = placeIn(places, caller, row)
  if ('problems' in where) return { key: email, problems: where.problems }
  const { place } = where
  const { role } = row
  const asked = { ...placeIds(place) }
  const sent = { email, role, asked }
  const known = { email, companyId: place.companyId }
  const there = (await findColleague(planning, known)) ?? (await findInvitation(planning, known))
  if (there) return { key: email, there, changes: [], sent, work: unchanged }
  return { key: email, there: null, changes: [], sent, work: toInvite({ email, role, asked }) }
}
