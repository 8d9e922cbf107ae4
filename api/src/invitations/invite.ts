import type { InvitationGift, InvitationKind } from '@carewatch/contracts/invitations'
import { asItself } from '@carewatch/platform/database/as-itself'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { hashOfToken, newToken } from '../auth/set-password.ts'

/** By the address that was typed, whoever has it; or by an account that the caller sees and chose. */
export type To = { email: string } | { userId: number }

type Asked = {
  kind: InvitationKind
  to: To
  companyId: number | null
  deviceId?: number
  wearerId?: number | null
  relativeId?: number
  gift?: InvitationGift
}

/** The token is in the letter alone: here its hash stays. */
export type Invited = { uuid: string; to: To; token: string }

export const isOfToday = (): SQL => gt(invitations.createdAt, sql`now() - interval '1 day'`)

/** So many people one account asks in a day: a house that takes in a whole floor comes nowhere near it, and nobody writes to strangers from here. */
const MOST_A_DAY = 200
const AN_HOUR = 3_600

/** Whoever asks is told at once: a letter that is promised and not sent would be waited for. */
async function refuseTooMany(tx: Db, { id }: Caller): Promise<void> {
  const isTheirs = and(eq(invitations.askedById, id), isOfToday())
  const asked = await asItself(tx, () => tx.$count(invitations, isTheirs))
  if (asked >= MOST_A_DAY) throw new Refusal('tooMany', 'tooManyInvitations', { retryAfterSeconds: AN_HOUR })
}

/** Asks somebody: nothing of theirs is looked up, so that nobody learns from it whether an address has an account. */
export async function invite(tx: Db, caller: Caller, { to, gift = {}, ...asked }: Asked): Promise<Invited> {
  await refuseTooMany(tx, caller)
  const token = newToken()
  const values = {
    ...asked,
    gift,
    ...('email' in to ? { email: to.email.trim().toLowerCase() } : { userId: to.userId }),
    askedById: caller.id,
    tokenHash: hashOfToken(token),
  }
  const [made] = await asItself(tx, () =>
    tx.insert(invitations).values(values).returning({ uuid: invitations.uuid }),
  )
  if (!made) throw new Refusal('unavailable')
  const { kind, companyId } = asked
  const trace = { action: 'created', entity: 'invitation', uuid: made.uuid, companyId } as const
  await audit(tx, caller, { ...trace, detail: { kind } })
  return { uuid: made.uuid, to, token }
}
