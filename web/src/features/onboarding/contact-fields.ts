import { relations, sosPriorities } from '@carewatch/contracts/relations'
import { useIntl } from 'react-intl'
import type { Field } from '../../ui/form/fields.ts'

export type ContactField = Exclude<Field, { kind: 'group' }>

/** What is asked of one person of the phonebook. */
export function useContactFields(at: number): readonly ContactField[] {
  const intl = useIntl()
  const of = (name: string) => `contacts.${at}.${name}`
  const kin = relations.map((value) => ({ value, label: intl.formatMessage({ id: `relation.${value}` }) }))
  const priorities = sosPriorities.map((value) => ({
    value,
    label: intl.formatMessage({ id: `sosPriority.${value}` }),
  }))
  const half = { half: true } as const
  return [
    {
      kind: 'text',
      name: of('name'),
      label: 'onboard.contact.name',
      required: true,
      maxLength: 100,
      ...half,
    },
    {
      kind: 'select',
      name: of('relation'),
      label: 'onboard.contact.relation',
      required: true,
      options: kin,
      ...half,
    },
    {
      kind: 'text',
      type: 'email',
      name: of('email'),
      label: 'onboard.email',
      required: true,
      maxLength: 254,
      ...half,
    },
    {
      kind: 'select',
      name: of('sosPriority'),
      label: 'onboard.contact.sosPriority',
      options: priorities,
      ...half,
    },
    { kind: 'phone', name: of('phone'), label: 'onboard.phone' },
    { kind: 'checkbox', name: of('smsAlerts'), label: 'onboard.contact.smsAlerts' },
    {
      kind: 'checkbox',
      name: of('createUserInPortal'),
      label: 'onboard.contact.createUser',
      hint: 'onboard.contact.createUserHint',
    },
  ]
}
