import type {
  beginPasskey as beginContract,
  newPasskey as newContract,
  ownPasskeys as ownContract,
  Passkey,
} from '@carewatch/contracts/http/passkeys'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { MAX_PASSKEYS, type NewPasskey } from '@carewatch/contracts/passkeys'
import { Refusal } from '@carewatch/contracts/refusal'
import { passkeys } from '@carewatch/migrations/schema/passkeys'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { auditEach } from '../../access/audit-each.ts'
import { endEverySession } from '../../access/sessions.ts'
import type { Caller } from '../../access/viewer.ts'
import { requireOwnPassword } from '../change-password.ts'
import { isStaffAnywhere } from '../strictest-role.ts'
import { isTwoStepAskedOf } from '../two-step.ts'
import { orConflict } from '../../http/unique.ts'
import type { Services } from '../../services.ts'
import { newChallenge, clientDataOf, takeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** A machine keeps one passkey for each of these. */
const handleOf = ({ identityUuid }: Caller): string =>
  Buffer.from(identityUuid.replaceAll('-', ''), 'hex').toString('base64url')

const ofCaller = ({ identityId }: Caller) => eq(passkeys.userId, identityId)

const shown = ({ uuid, name, createdAt, lastUsedAt }: Passkey): Passkey => ({
  uuid,
  name,
  createdAt,
  lastUsedAt,
})

const trace = (tx: Db, caller: Caller, change: 'passkeyAdded' | 'passkeyRemoved'): Promise<void> =>
  auditEach(tx, caller, { action: 'twoStepChanged', entity: 'user', detail: { change } })

function required(relyingParty: RelyingParty | undefined): RelyingParty {
  if (!relyingParty) throw new Refusal('conflict', 'passkeysOff')
  return relyingParty
}

export async function listPasskeys(
  { db, relyingParty }: Services,
  caller: Caller,
): Promise<Reply<typeof ownContract>> {
  const rows = await db.select().from(passkeys).where(ofCaller(caller)).orderBy(asc(passkeys.id))
  return { passkeys: rows.map(shown), isPossible: relyingParty !== undefined }
}

export async function beginPasskey(
  services: Services,
  caller: Caller,
  { password }: { password: string },
): Promise<Reply<typeof beginContract>> {
  const { db, relyingParty } = services
  const { id: rpId } = required(relyingParty)
  await requireOwnPassword(services, caller, password)
  const exclude = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(ofCaller(caller))
  if (exclude.length >= MAX_PASSKEYS) throw new Refusal('conflict', 'passkeysMany')
  const challenge = await newChallenge(db, { kind: 'add', userId: caller.identityId })
  return { challenge, rpId, userHandle: handleOf(caller), exclude }
}

/** What is kept of a passkey that a machine made for us, with its person verified. */
async function madeBy(
  { id: expectedRPID }: RelyingParty,
  { id, clientDataJSON, attestationObject }: NewPasskey,
  { challenge, origin }: { challenge: string; origin: string },
) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID,
    requireUserVerification: true,
  }).catch(() => ({ verified: false, registrationInfo: undefined }) as const)
  if (!verified || !registrationInfo) throw new Refusal('invalid', 'passkeyWrong')
  const { publicKey, counter, id: credentialId } = registrationInfo.credential
  return { credentialId, publicKey: Buffer.from(publicKey), counter }
}

/** From now on the staff's passwords alone let nobody in: whoever signed in by one elsewhere is signed out. */
async function endIfFirst(tx: Db, caller: Caller, others: number): Promise<void> {
  const isTotp = and(eq(users.id, caller.identityId), isNotNull(users.totpEnabledAt))
  const isFirst = others === 0 && (await tx.$count(users, isTotp)) === 0
  if (isFirst && (await isStaffAnywhere(tx, caller.identityId)))
    await endEverySession(tx, caller, caller.sessionUuid)
}

export async function addPasskey(
  { db, relyingParty, mail }: Services,
  caller: Caller,
  { name, passkey }: Input<typeof newContract>['body'],
): Promise<Reply<typeof newContract>> {
  const party = required(relyingParty)
  const claimed = clientDataOf(passkey.clientDataJSON)
  const { identityId: userId } = caller
  if (!claimed || !party.isOrigin(claimed.origin)) throw new Refusal('invalid', 'passkeyWrong')
  if (!(await takeChallenge(db, claimed.challenge, { kind: 'add', userId })))
    throw new Refusal('invalid', 'passkeyWrong')
  const made = await madeBy(party, passkey, claimed)
  const { transports } = passkey
  const userHandle = handleOf(caller)
  const adding = db.transaction(async (tx) => {
    // Of two that are added at once the second counts the first.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const others = await tx.$count(passkeys, ofCaller(caller))
    if (others >= MAX_PASSKEYS) throw new Refusal('conflict', 'passkeysMany')
    const [row] = await tx
      .insert(passkeys)
      .values({ userId, userHandle, name, transports, ...made })
      .returning()
    if (!row) throw new Refusal('unavailable')
    await endIfFirst(tx, caller, others)
    await trace(tx, caller, 'passkeyAdded')
    return row
  })
  const added = shown(await orConflict('passkeyTaken', adding))
  mail.sendPasskeyChanged(caller, 'passkeyAdded', added.name)
  return { passkey: added }
}

export async function removePasskey(
  services: Services,
  caller: Caller,
  { uuid, password }: { uuid: string; password: string },
): Promise<null> {
  const { db, mail } = services
  await requireOwnPassword(services, caller, password)
  const removed = await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.identityId)).for('no key update')
    const [row] = await tx
      .delete(passkeys)
      .where(and(ofCaller(caller), eq(passkeys.uuid, uuid)))
      .returning({ name: passkeys.name })
    if (!row) throw new Refusal('notFound')
    await refuseIfLast(services, tx, caller)
    await trace(tx, caller, 'passkeyRemoved')
    return row
  })
  mail.sendPasskeyChanged(caller, 'passkeyRemoved', removed.name)
  return null
}

/** Of whom a second step is asked keeps one. */
async function refuseIfLast(services: Services, tx: Db, caller: Caller): Promise<void> {
  const isTotp = and(eq(users.id, caller.identityId), isNotNull(users.totpEnabledAt))
  const left = (await tx.$count(passkeys, ofCaller(caller))) + (await tx.$count(users, isTotp))
  if (left === 0 && (await isTwoStepAskedOf({ ...services, db: tx }, caller)))
    throw new Refusal('conflict', 'twoStepAsked')
}
