import { languages } from '@carewatch/contracts/languages'
import { userTypes, type Role } from '@carewatch/contracts/roles'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import type { IntlShape } from 'react-intl'
import { languageNames } from '../../i18n/language-names.ts'
import type { Field } from '../../ui/form/fields.ts'
import { findBranches, findCompanies, known } from '../../ui/people/lookups.ts'

const genders = ['male', 'female', 'other'] as const

/** What everybody may say of themselves. */
export function personalFields(intl: IntlShape): Field[] {
  const smokes = (
    [
      ['0', 'person.smokes.no'],
      ['1', 'person.smokes.yes'],
    ] as const
  ).map(([value, id]) => ({ value, label: intl.formatMessage({ id }) }))
  const genderOptions = genders.map((value) => ({
    value,
    label: intl.formatMessage({ id: `gender.${value}` }),
  }))
  const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))
  return [
    { kind: 'text', name: 'firstName', label: 'users.firstName', required: true, half: true, maxLength: 100 },
    { kind: 'text', name: 'lastName', label: 'users.lastName', half: true, maxLength: 100 },
    { kind: 'text', name: 'userName', label: 'users.userName', required: true, ltr: true, maxLength: 254 },
    { kind: 'phone', name: 'contactNumber', country: 'countryCode', label: 'users.contactNumber' },
    { kind: 'longText', name: 'address', label: 'users.address', maxLength: 300 },
    { kind: 'date', name: 'dob', label: 'users.dob', hint: 'date.hint', half: true },
    {
      kind: 'select',
      name: 'gender',
      label: 'users.gender',
      half: true,
      clearable: true,
      options: genderOptions,
    },
    { kind: 'number', name: 'height', label: 'person.heightCm', half: true, min: 30, max: 272 },
    { kind: 'number', name: 'weight', label: 'person.weightKg', half: true, min: 1, max: 650 },
    {
      kind: 'select',
      name: 'smoking',
      label: 'person.smoking',
      half: true,
      clearable: true,
      options: smokes,
    },
    { kind: 'select', name: 'timeZone', label: 'profile.timeZone', half: true, options: zones },
    { kind: 'time', name: 'quietFrom', label: 'person.quietFrom', half: true },
    { kind: 'time', name: 'quietTo', label: 'person.quietTo', half: true },
  ]
}

const email: Field = {
  kind: 'text',
  name: 'email',
  label: 'users.email',
  required: true,
  type: 'email',
  maxLength: 254,
}

/** Who somebody is here: for whoever may say so of them. */
export function standingFields(
  intl: IntlShape,
  { person, roles, withCompany }: { person: UserDetail; roles: readonly Role[]; withCompany: boolean },
): Field[] {
  const option =
    (prefix: 'role' | 'userType') =>
    <Value extends Role | (typeof userTypes)[number]>(value: Value) => ({
      value,
      // Safe: a text of each role and type is in the dictionary.
      label: intl.formatMessage({ id: `${prefix}.${value}` as 'role.ADMIN' }),
    })
  return [
    // Once it is used, an account's address is its person's to change.
    ...(person.mustChangePassword ? [email] : []),
    {
      kind: 'select',
      name: 'role',
      label: 'users.role',
      hint: 'person.roleHint',
      required: true,
      half: true,
      options: roles.map(option('role')),
    },
    {
      kind: 'select',
      name: 'userType',
      label: 'users.userType',
      hint: 'person.userTypeHint',
      required: true,
      half: true,
      options: userTypes.map(option('userType')),
    },
    ...(withCompany
      ? [
          {
            kind: 'lookup',
            name: 'companyId',
            label: 'users.company',
            half: true,
            find: findCompanies,
            known: known(person.company),
          } as const,
        ]
      : []),
    {
      kind: 'lookup',
      name: 'branchId',
      label: 'users.branch',
      half: true,
      find: findBranches,
      known: known(person.branch),
    },
    {
      kind: 'select',
      name: 'selectedLanguage',
      label: 'person.language',
      half: true,
      options: languages.map((value) => ({ value, label: languageNames[value] })),
    },
  ]
}
