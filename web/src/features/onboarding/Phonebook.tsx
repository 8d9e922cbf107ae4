import { relations, sosPriorities } from '@carewatch/contracts/relations'
import { PHONEBOOK_MAX } from '@carewatch/contracts/settings'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import styles from './Onboarding.module.css'
import type { OnboardingForm } from './use-onboarding.ts'
import { emptyRow } from './values.ts'

function useRowFields(at: number): readonly Field[] {
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

function Contact({ form, at, onRemove }: { form: OnboardingForm; at: number; onRemove: () => void }) {
  const fields = useRowFields(at)
  return (
    <fieldset className={styles['contact']}>
      <legend>
        <FormattedMessage id="onboard.contact" values={{ n: at + 1 }} />
      </legend>
      <Fields form={form} fields={fields} />
      <Group justify="flex-end">
        <Button variant="subtle" leftSection={<IconTrash size={18} aria-hidden />} onClick={onRemove}>
          <FormattedMessage id="action.remove" />
        </Button>
      </Group>
    </fieldset>
  )
}

/** Up to ten people of the wearer's. */
export function Phonebook({ form }: { form: OnboardingForm }) {
  const { contacts } = form.values
  // A removed one leaves no other's letters in its fields: each has a key of its own for as long as it stands.
  const [keys, setKeys] = useState(() => contacts.map(() => crypto.randomUUID()))
  const isFull = contacts.length >= PHONEBOOK_MAX
  const add = () => {
    setKeys([...keys, crypto.randomUUID()])
    form.insertListItem('contacts', emptyRow)
  }
  const remove = (at: number) => {
    setKeys(keys.toSpliced(at, 1))
    form.removeListItem('contacts', at)
  }
  return (
    <Stack>
      {contacts.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="onboard.noContacts" />
        </Text>
      ) : null}
      {contacts.map((_, at) => (
        <Contact key={keys[at]} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconUserPlus size={18} aria-hidden />}
          disabled={isFull}
          onClick={add}
        >
          <FormattedMessage id={isFull ? 'onboard.contactsFull' : 'onboard.addContact'} />
        </Button>
      </Group>
    </Stack>
  )
}
