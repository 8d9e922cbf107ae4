import type { PasskeyAnswer, PasskeyAsked } from '@carewatch/contracts/passkeys'
import { passkeys } from '@carewatch/migrations/schema/passkeys'
import type { Db } from '@carewatch/platform/database/client'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { newChallenge, clientDataOf, takeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

type Parts = { db: Db; relyingParty: RelyingParty | undefined }
type Row = typeof passkeys.$inferSelect

/** What somebody's machines are asked to sign; nothing where they have no passkey. */
export async function askOf({ db, relyingParty }: Parts, userId: number): Promise<PasskeyAsked | undefined> {
  if (!relyingParty) return undefined
  const allow = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  if (allow.length === 0) return undefined
  return { challenge: await newChallenge(db, { kind: 'signIn', userId }), rpId: relyingParty.id, allow }
}

/** The counter after this answer; nothing where it was not made by this passkey, of this origin, with its person verified. */
async function counterOf(
  { id: expectedRPID }: RelyingParty,
  { credentialId, publicKey, counter }: Row,
  { answer, challenge, origin }: { answer: PasskeyAnswer; challenge: string; origin: string },
): Promise<number | undefined> {
  const { id, ...response } = answer
  const { userHandle, ...signed } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/**
 * By whom its person signs in, of whose passkey this is a good answer: to a challenge of ours that nobody answered before. `of`: it must be theirs; nobody
 * named: the machine says whose it is, and must be right.
 */
export async function takeAnswer(
  { db, relyingParty }: Parts,
  answer: PasskeyAnswer,
  of: number | null,
): Promise<number | undefined> {
  const claimed = clientDataOf(answer.clientDataJSON)
  if (!claimed || !relyingParty?.isOrigin(claimed.origin)) return undefined
  if (!(await takeChallenge(db, claimed.challenge, { kind: 'signIn', userId: of }))) return undefined
  const isTheirs = of === null ? eq(passkeys.userHandle, answer.userHandle ?? '') : eq(passkeys.userId, of)
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, answer.id), isTheirs))
  if (!passkey) return undefined
  const counter = await counterOf(relyingParty, passkey, { answer, ...claimed })
  if (counter === undefined) return undefined
  // Of two answers with one count, which a copy of the key would give, the second is refused.
  const [used] = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: new Date() })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ userId: passkeys.userId })
  return used?.userId
}
