import type { Input } from '@carewatch/contracts/http/endpoint'
import type { newUser, updateUser } from '@carewatch/contracts/http/users'
import type { users } from '@carewatch/migrations/schema/people'
import { InvalidFields } from '../http/invalid-fields.ts'
import { requirePhone } from '../http/phone.ts'

type Given = Partial<Input<typeof updateUser>['body']> | Input<typeof newUser>['body']
type Columns = Partial<typeof users.$inferInsert>

const FIRST_BIRTHDAY = '1880-01-01'

/** A zone the database knows by name: an offset means the opposite there. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

function refuseImpossible({ dob, timeZone }: Given, today: string): void {
  if (dob && (dob > today || dob < FIRST_BIRTHDAY)) throw new InvalidFields({ dob: 'past' })
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new InvalidFields({ timeZone: 'timeZone' })
}

function phoneOf({ contactNumber, countryCode }: Given): Columns {
  if (contactNumber !== undefined)
    return requirePhone(contactNumber, { country: countryCode, field: 'contactNumber' })
  if (countryCode !== undefined) throw new InvalidFields({ contactNumber: 'required' })
  return {}
}

const ifGiven = <Key extends keyof Columns>(key: Key, value: Columns[Key] | undefined): Columns =>
  value === undefined ? {} : { [key]: value }

const smokes = (smoking: 0 | 1 | null): boolean | null => (smoking === null ? null : smoking === 1)

/** What somebody told of a person, as the row keeps it; what was not told is not there. */
export function columnsOf(given: Given, now = new Date()): Columns {
  refuseImpossible(given, now.toISOString().slice(0, 10))
  const { firstName, lastName, userName, selectedLanguage, timeZone, gender, dob, address } = given
  const { quietFrom, quietTo } = given
  return {
    ...ifGiven('firstName', firstName),
    ...ifGiven('lastName', lastName),
    ...ifGiven('userName', userName),
    ...ifGiven('email', 'email' in given ? given.email : undefined),
    ...ifGiven('userType', 'userType' in given ? given.userType : undefined),
    ...ifGiven('selectedLanguage', selectedLanguage),
    ...ifGiven('timeZone', timeZone),
    ...ifGiven('quietFrom', quietFrom),
    ...ifGiven('quietTo', quietTo),
    ...ifGiven('heightCm', given.height),
    ...ifGiven('weightKg', given.weight),
    ...ifGiven('gender', gender),
    ...ifGiven('smoking', given.smoking === undefined ? undefined : smokes(given.smoking)),
    ...ifGiven('dob', dob),
    ...ifGiven('address', address),
    ...phoneOf(given),
  }
}

/** Whether alarms by telephone would go elsewhere. */
export const isOtherNumber = (
  { contactNumber: before }: { contactNumber: string | null },
  { contactNumber }: Columns,
): boolean => contactNumber !== undefined && contactNumber !== before
