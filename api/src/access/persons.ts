/** Somebody whom an answer is about, by what it calls them. */
export type Person = { by: 'wearer' | 'device' | 'imei' | 'user' | 'upload' | 'invitation'; id: string }

type About = {
  wearer?: { uuid: string } | null | undefined
  wearerUuid?: string | null | undefined
  deviceUuid?: string | null | undefined
  device?: { uuid: string } | null | undefined
}

export const byWearer = (id: string): Person => ({ by: 'wearer', id })
export const byDevice = (id: string): Person => ({ by: 'device', id })
export const byUser = ({ uuid }: { uuid: string }): Person => ({ by: 'user', id: uuid })

/** Whom an invitation names: it says no uuid of theirs before it was accepted. */
export const byInvitation = ({ uuid }: { uuid: string }): Person => ({ by: 'invitation', id: uuid })

/** Whom a row is about: the person where it names one, for a device may be another's by now. */
export function personOf({ wearer, wearerUuid, deviceUuid, device }: About): Person[] {
  const person = wearer?.uuid ?? wearerUuid
  if (person) return [byWearer(person)]
  const worn = deviceUuid ?? device?.uuid
  return worn ? [byDevice(worn)] : []
}

/** Whom the row of a device is about. */
export const wearerOf = ({ uuid, wearer }: { uuid: string; wearer?: About['wearer'] }): Person[] =>
  personOf({ wearer, deviceUuid: uuid })

/** Each once. */
export function eachOnce(people: readonly Person[]): Person[] {
  const known = new Map(people.map((person) => [person.by + person.id, person]))
  return [...known.values()]
}
