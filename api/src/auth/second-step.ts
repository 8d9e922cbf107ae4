import type { PasskeyAnswer } from '@carewatch/contracts/passkeys'
import { Refusal } from '@carewatch/contracts/refusal'
import { askOf, takeAnswer } from './passkeys/take-answer.ts'
import type { Services } from '../services.ts'
import { isStaffAnywhere } from './strictest-role.ts'
import { takeCode } from './totp.ts'

type Parts = Pick<Services, 'db' | 'seal' | 'throttle' | 'relyingParty'>
type Account = { id: number; uuid: string; totpSecret: Buffer | null; totpEnabledAt: Date | null }

/** What is given beside the password: either will do. */
export type SecondStep = { code?: string | undefined; passkey?: PasskeyAnswer | undefined }

/** What the screen asks for next: figures of the app, a passkey to be signed with, or either. */
async function refusal(parts: Parts, account: Account, isWrong: boolean): Promise<Refusal | undefined> {
  const isCode = account.totpSecret !== null && account.totpEnabledAt !== null
  const isAskable = isCode || (await isStaffAnywhere(parts.db, account.id))
  // A family's passkey saves them their password, and locks nobody out who lost it.
  const passkey = isAskable ? await askOf(parts, account.id) : undefined
  if (!isCode && !passkey) return undefined
  const key = isCode ? (isWrong ? 'codeWrong' : 'codeRequired') : isWrong ? 'passkeyWrong' : 'passkeyRequired'
  return new Refusal('unauthenticated', key, {
    context: { ...(isCode && { codeRequired: true }), ...(passkey && { passkey }) },
  })
}

async function isRight(parts: Parts, account: Account, { code, passkey }: SecondStep): Promise<boolean> {
  const { id, uuid, totpSecret, totpEnabledAt } = account
  if (passkey) return (await takeAnswer(parts, passkey, id)) !== undefined
  if (code === undefined || totpSecret === null || totpEnabledAt === null) return false
  return takeCode(parts, { id, uuid, totpSecret }, code)
}

/**
 * Refuses whoever has a second step and did not give it; answers why what they gave is none. As few tries as of passwords where their person is known,
 * wherever that is: whoever is asked for one has the password.
 */
export async function wrongSecondStep(
  parts: Parts,
  account: Account,
  given: SecondStep,
): Promise<Refusal | undefined> {
  const { throttle } = parts
  const isGiven = given.code !== undefined || given.passkey !== undefined
  const asked = await refusal(parts, account, isGiven)
  if (!asked) return undefined
  if (!isGiven) throw asked
  const counted = { code: account.uuid }
  await throttle.refuseIfBlocked(counted)
  if (await isRight(parts, account, given)) {
    await throttle.succeeded(counted)
    return undefined
  }
  await throttle.failed(counted)
  return asked
}
