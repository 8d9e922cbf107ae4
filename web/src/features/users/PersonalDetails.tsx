import { useIntl } from 'react-intl'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import type { NewUserForm } from './use-new-user.ts'

const genders = ['male', 'female', 'other'] as const

export function PersonalDetails({ form }: { form: NewUserForm }) {
  const intl = useIntl()
  const fields: readonly Field[] = [
    { kind: 'text', name: 'firstName', label: 'users.firstName', required: true, half: true, maxLength: 100 },
    { kind: 'text', name: 'lastName', label: 'users.lastName', half: true, maxLength: 100 },
    { kind: 'text', name: 'userName', label: 'users.userName', required: true, ltr: true, maxLength: 254 },
    {
      kind: 'phone',
      name: 'contactNumber',
      country: 'countryCode',
      label: 'users.contactNumber',
      required: true,
    },
    { kind: 'date', name: 'dob', label: 'users.dob', hint: 'date.hint', half: true },
    {
      kind: 'select',
      name: 'gender',
      label: 'users.gender',
      half: true,
      clearable: true,
      options: genders.map((value) => ({ value, label: intl.formatMessage({ id: `gender.${value}` }) })),
    },
    { kind: 'longText', name: 'address', label: 'users.address', maxLength: 300 },
    { kind: 'checkbox', name: 'sendPassword', label: 'users.sendPassword' },
    ...(form.values.sendPassword
      ? []
      : [
          {
            kind: 'password',
            name: 'password',
            label: 'users.password',
            required: true,
            isNew: true,
          } as const,
        ]),
  ]
  return <Fields form={form} fields={fields} />
}
