import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { changesOf } from '../../ui/form/changes.ts'
import type { Values } from '../../ui/form/use-endpoint-form.ts'

/** As the fields of the form hold a person. */
export const valuesOf = (person: UserDetail) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  userName: person.userName,
  contactNumber: person.contactNumber ?? '',
  countryCode: person.countryCode ?? 'IL',
  address: person.address ?? '',
  dob: person.dob ?? '',
  gender: person.gender ?? '',
  height: person.height ?? '',
  weight: person.weight ?? '',
  smoking: person.smoking === null ? '' : String(person.smoking),
  timeZone: person.timeZone,
  quietFrom: person.quietFrom,
  quietTo: person.quietTo,
  email: person.email ?? '',
  role: person.role,
  userType: person.userType,
  companyId: person.company?.uuid ?? '',
  branchId: person.branch?.uuid ?? '',
  selectedLanguage: person.selectedLanguage,
})
export type PersonValues = ReturnType<typeof valuesOf>

/** A number is read with its country: whoever changes one of them sends both. */
const phoneOf = (changes: Values, { contactNumber, countryCode }: PersonValues): Values =>
  ('contactNumber' in changes || 'countryCode' in changes) && contactNumber !== ''
    ? { contactNumber, countryCode }
    : {}

/** Only what was changed, and which state of the person it was changed from. */
export function bodyOf(person: UserDetail, values: PersonValues): Values {
  const { countryCode: _, smoking, lastName, ...rest } = changesOf(valuesOf(person), values)
  return {
    ...rest,
    ...(lastName !== undefined && { lastName: lastName ?? '' }),
    ...(smoking !== undefined && { smoking: smoking === null ? null : Number(smoking) }),
    ...phoneOf(changesOf(valuesOf(person), values), values),
    updatedAt: person.updatedAt.toISOString(),
  }
}
