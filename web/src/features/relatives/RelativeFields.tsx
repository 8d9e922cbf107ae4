import { relations, sosPriorities } from '@carewatch/contracts/relations'
import { SegmentedControl } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import type { Inputs } from '../../ui/form/inputs.ts'

type Kind = { hasAccount: boolean; isKnown?: boolean }

export function HowToAdd({ hasAccount, onChange }: Kind & { onChange: (hasAccount: boolean) => void }) {
  const intl = useIntl()
  return (
    <SegmentedControl
      aria-label={intl.formatMessage({ id: 'relatives.how' })}
      data={[
        { value: 'new', label: intl.formatMessage({ id: 'relatives.howNew' }) },
        { value: 'known', label: intl.formatMessage({ id: 'relatives.howKnown' }) },
      ]}
      value={hasAccount ? 'known' : 'new'}
      onChange={(value) => onChange(value === 'known')}
      fullWidth
    />
  )
}

const named: readonly Field[] = [
  { kind: 'text', name: 'name', label: 'relatives.name', required: true, half: true, maxLength: 100 },
  { kind: 'text', name: 'email', label: 'users.email', required: true, half: true, type: 'email' },
]

const portal: Field = {
  kind: 'checkbox',
  name: 'createUserInPortal',
  label: 'relatives.createUser',
  hint: 'relatives.createUserHint',
}

const grants: readonly Field[] = [
  { kind: 'checkbox', name: 'smsAlerts', label: 'relatives.sms', hint: 'relatives.smsHint' },
  { kind: 'checkbox', name: 'maySeeLocation', label: 'relatives.location' },
]

/** Who somebody is to the wearer, how they are reached and what they may see. */
export function RelativeFields({ form, hasAccount, isKnown = false }: Kind & { form: Inputs }) {
  const intl = useIntl()
  const fields: readonly Field[] = [
    ...(hasAccount && !isKnown ? [] : named),
    {
      kind: 'select',
      name: 'relation',
      label: 'relatives.relation',
      required: !hasAccount || isKnown,
      half: true,
      options: relations.map((value) => ({ value, label: intl.formatMessage({ id: `relation.${value}` }) })),
    },
    {
      kind: 'select',
      name: 'sosPriority',
      label: 'relatives.priority',
      hint: 'relatives.priorityHint',
      half: true,
      options: sosPriorities.map((value) => ({
        value,
        label: intl.formatMessage({ id: `relatives.priority.${value}` }),
      })),
    },
    { kind: 'phone', name: 'phone', label: 'users.contactNumber' },
    ...grants,
    ...(hasAccount ? [] : [portal]),
  ]
  return <Fields form={form} fields={fields} />
}
