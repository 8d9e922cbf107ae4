import { createDevice } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { hashOfToken, newToken } from '../auth/set-password.ts'
import type { CompanyFixture } from './fixtures.ts'
import type { Harness } from './harness.ts'

/** The owner of the house asked its relative to follow one more watch. */
export async function addInvitation(
  { db }: Harness,
  { company, branch, people }: CompanyFixture,
  values: Partial<typeof invitations.$inferInsert> = {},
) {
  const here = { companyId: company.id, branchId: branch.id }
  const device = await createDevice(db, { ...here, ownerId: people.OWNER.id })
  const [relative] = await db
    .insert(relatives)
    .values({ deviceId: device.id, name: 'Rita', relation: 'daughter' })
    .returning()
  const token = newToken()
  const [invitation] = await db
    .insert(invitations)
    .values({
      kind: 'RELATIVE',
      askedById: people.OWNER.id,
      companyId: company.id,
      userId: people.RELATIVE.id,
      deviceId: device.id,
      relativeId: relative?.id ?? null,
      gift: { maySeeLocation: true },
      tokenHash: hashOfToken(token),
      ...values,
    })
    .returning()
  if (!invitation) throw new Error('The insert answered no row.')
  return { ...invitation, token, device }
}

/** Whoever has this address opened a link that was mailed there. */
export const proveAddress = ({ db }: Harness, email: string) =>
  db
    .update(users)
    .set({ emailProvenAt: new Date() })
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))

export type Made = { uuid: string; link: string | null }

const tokenOf = ({ link }: Made): string => link?.split('#')[1] ?? ''

/** Whoever was handed the link opens it and says yes, as on an installation without mail. */
export async function acceptInvitation(harness: Harness, token: string, made: Made) {
  const claimed = await harness.call('POST', '/invitations/claim', { token, body: { token: tokenOf(made) } })
  if (claimed.status !== 200) return claimed
  return harness.call('POST', '/invitations/accept', { token, body: { uuid: made.uuid } })
}

/** The same for somebody who has no account yet: they make one with the address the invitation went to. */
export async function joinBy(harness: Harness, email: string, made: Made) {
  const password = 'a long password of Dan 4'
  await harness.call('POST', '/auth/register', {
    body: { firstName: 'Dan', lastName: 'Levi', email, password },
  })
  const { context } = await harness.call('POST', '/auth/login', { body: { email, password } })
  const token = String(context.token)
  const answer = await acceptInvitation(harness, token, made)
  return { answer, token, uuid: String(context.user.uuid) }
}
