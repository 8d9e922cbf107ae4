import type { Seal } from './seal.ts'

type Owner = Readonly<Record<string, string>>

const FIELD = 'idNumber'
/** What the number of a person under care is locked for. */
export const bindingOfWearer = (uuid: string): string => `wearer:${uuid}`

const bindingOf = (deviceUuid: string): string => `onboarding:${deviceUuid}`

/** An identity number opens doors elsewhere: who reads the table cannot read it. */
export function lockIdNumber(seal: Seal, owner: Owner, deviceUuid: string): Record<string, string> {
  const { [FIELD]: idNumber = '', ...rest } = owner
  return { ...rest, idNumberLocked: seal.lock(idNumber, bindingOf(deviceUuid)).toString('base64') }
}

/** Without the number where it was erased, or locked with another secret. */
export function openIdNumber(seal: Seal, owner: Owner, deviceUuid: string): Record<string, string> {
  const { idNumberLocked, ...rest } = owner
  if (!idNumberLocked) return rest
  try {
    const idNumber = seal.open(Buffer.from(idNumberLocked, 'base64'), bindingOf(deviceUuid))
    return { ...rest, idNumber }
  } catch {
    return rest
  }
}
