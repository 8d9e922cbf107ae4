import { PHONEBOOK_MAX } from '@carewatch/contracts/settings'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Fields } from '../../ui/form/Fields.tsx'
import { useContactFields } from './contact-fields.ts'
import styles from './Onboarding.module.css'
import { PhonebookTable } from './PhonebookTable.tsx'
import type { OnboardingForm } from './use-onboarding.ts'
import { emptyRow } from './values.ts'

function Contact({ form, at, onRemove }: { form: OnboardingForm; at: number; onRemove: () => void }) {
  const fields = useContactFields(at)
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

/** Up to ten people of the wearer's: a table where there is room for one. */
export function Phonebook({ form }: { form: OnboardingForm }) {
  const { contacts } = form.values
  // A removed one leaves no other's letters in its fields: each has a key of its own for as long as it stands.
  const [keys, setKeys] = useState(() => contacts.map(() => crypto.randomUUID()))
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
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
      {isWide && contacts.length > 0 ? <PhonebookTable form={form} keys={keys} onRemove={remove} /> : null}
      {isWide
        ? null
        : contacts.map((_, at) => <Contact key={keys[at]} form={form} at={at} onRemove={() => remove(at)} />)}
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
