import { ActionIcon, Table, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Fields } from '../../ui/form/Fields.tsx'
import { Scroll } from '../../ui/page/Scroll.tsx'
import { useContactFields } from './contact-fields.ts'
import styles from './PhonebookTable.module.css'
import type { OnboardingForm } from './use-onboarding.ts'

const part = (name: string): string => name.split('.').at(-1) ?? name

function Head() {
  return (
    <Table.Tr>
      <Table.Th scope="col">
        <FormattedMessage id="onboard.contact.number" />
      </Table.Th>
      {useContactFields(0).map(({ name, label, required }) => (
        <Table.Th key={name} scope="col" data-part={part(name)}>
          <FormattedMessage id={label} />
          {required ? (
            <span aria-hidden className={styles['required']}>
              {' *'}
            </span>
          ) : null}
        </Table.Th>
      ))}
      <Table.Td />
    </Table.Tr>
  )
}

function Row({ form, at, onRemove }: { form: OnboardingForm; at: number; onRemove: () => void }) {
  const intl = useIntl()
  return (
    <Table.Tr>
      <Table.Th scope="row">{intl.formatNumber(at + 1)}</Table.Th>
      {useContactFields(at).map(({ hint: _, ...field }) => (
        <Table.Td key={field.name} data-kind={field.kind}>
          <Fields form={form} fields={[{ ...field, half: false }]} />
        </Table.Td>
      ))}
      <Table.Td>
        <ActionIcon
          variant="subtle"
          aria-label={intl.formatMessage({ id: 'settings.removeRow' }, { n: at + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

type Props = { form: OnboardingForm; keys: readonly string[]; onRemove: (at: number) => void }

/** The phonebook on a wide screen: the names of its fields stand once, over their columns. */
export function PhonebookTable({ form, keys, onRemove }: Props) {
  const intl = useIntl()
  return (
    <div className={styles['phonebook']}>
      <Scroll label={intl.formatMessage({ id: 'onboard.contacts' })}>
        <Table data-wide className={styles['table'] ?? ''} horizontalSpacing={6} verticalSpacing={6}>
          <Table.Thead>
            <Head />
          </Table.Thead>
          <Table.Tbody>
            {form.values.contacts.map((_, at) => (
              <Row key={keys[at]} form={form} at={at} onRemove={() => onRemove(at)} />
            ))}
          </Table.Tbody>
        </Table>
      </Scroll>
      <Text size="sm" c="dimmed">
        <b>
          <FormattedMessage id="onboard.contact.createUser" />
        </b>
        <br />
        <FormattedMessage id="onboard.contact.createUserHint" />
      </Text>
    </div>
  )
}
