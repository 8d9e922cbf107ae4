import { languages } from '@carewatch/contracts/languages'
import { sexes } from '@carewatch/contracts/wearers'
import type { IntlShape } from 'react-intl'
import { languageNames } from '../../i18n/language-names.ts'
import type { Field, Option } from '../../ui/form/fields.ts'
import { findBranches, findRooms } from '../../ui/people/lookups.ts'

const NAME_MAX = 100

/** What its owner knows of a person too. */
export const personFields = (intl: IntlShape): readonly Field[] => [
  {
    kind: 'text',
    name: 'firstName',
    label: 'users.firstName',
    required: true,
    half: true,
    maxLength: NAME_MAX,
  },
  { kind: 'text', name: 'lastName', label: 'users.lastName', half: true, maxLength: NAME_MAX },
  { kind: 'date', name: 'dob', label: 'users.dob', half: true, max: new Date().toISOString().slice(0, 10) },
  {
    kind: 'select',
    name: 'sex',
    label: 'users.gender',
    half: true,
    clearable: true,
    options: sexes.map((value) => ({ value, label: intl.formatMessage({ id: `gender.${value}` }) })),
  },
  {
    kind: 'select',
    name: 'language',
    label: 'person.language',
    half: true,
    clearable: true,
    options: languages.map((value) => ({ value, label: languageNames[value] })),
  },
]

type Place = { branchId: string; branch?: Option | undefined; room?: Option | undefined }

/** Where they live: a room is one of their branch. */
export const placeFields = ({ branchId, branch, room }: Place): readonly Field[] => [
  {
    kind: 'lookup',
    name: 'branchId',
    label: 'users.branch',
    required: true,
    find: findBranches,
    known: branch,
  },
  {
    kind: 'lookup',
    name: 'roomId',
    label: 'wearer.room',
    half: true,
    find: findRooms(branchId),
    known: room,
  },
  { kind: 'text', name: 'bed', label: 'wearer.bed', half: true, maxLength: 32 },
]
