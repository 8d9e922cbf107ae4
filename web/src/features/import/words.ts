import type { ImportColumn } from '@carewatch/contracts/http/import'
import type { IntlShape } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { ColumnWords } from './read-rows.ts'

/** What each column is called on the screens. */
const wordIds: Record<ImportColumn, MessageId> = {
  name: 'devices.name',
  branch: 'devices.branch',
  company: 'devices.company',
  firstName: 'users.firstName',
  lastName: 'users.lastName',
  birthday: 'users.dob',
  sex: 'file.sex',
  language: 'language.title',
  room: 'wearer.room',
  bed: 'wearer.bed',
  imei: 'devices.imei',
  imsi: 'devices.imsi',
  model: 'devices.model',
  phone: 'devices.mobileNumber',
  mac: 'blt.mac',
  type: 'blt.type',
  watch: 'wearer.watch',
  email: 'users.email',
  role: 'users.role',
}

export const columnWords = (intl: IntlShape): ColumnWords =>
  // Safe: the columns of the record above.
  Object.fromEntries(
    Object.entries(wordIds).map(([column, id]) => [column, intl.formatMessage({ id })]),
  ) as ColumnWords
