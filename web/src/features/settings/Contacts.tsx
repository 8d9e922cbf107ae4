import { ActionIcon, Button, Fieldset, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './Rows.module.css'
import type { SettingsForm } from './use-settings-form.ts'

type Props = { form: SettingsForm; name: 'sosContacts' | 'phonebook'; max: number }

/** Name and number, as many as the watch takes. */
export function Contacts({ form, name, max }: Props) {
  const intl = useIntl()
  const { length } = form.values[name]
  const label = (id: 'settings.contactName' | 'settings.contactNumber') => intl.formatMessage({ id })
  return (
    <Fieldset
      legend={
        <>
          <FormattedMessage id={`setting.${name}`} />{' '}
          <Text span c="dimmed" size="sm">
            <FormattedMessage id="settings.ofAtMost" values={{ n: length, max }} />
          </Text>
        </>
      }
    >
      <ol className={styles['rows']}>
        {form.values[name].map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a contact is its place on the watch.
          <li key={index} className={styles['contact']}>
            <TextInput
              {...form.getInputProps(`${name}.${index}.name`)}
              label={label('settings.contactName')}
              maxLength={32}
            />
            <TextInput
              {...form.getInputProps(`${name}.${index}.number`)}
              label={label('settings.contactNumber')}
              type="tel"
              dir="ltr"
              maxLength={40}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={intl.formatMessage({ id: 'settings.removeRow' }, { n: index + 1 })}
              onClick={() => form.removeListItem(name, index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={length >= max}
        onClick={() => form.insertListItem(name, { name: '', number: '' })}
        style={{ alignSelf: 'flex-start' }}
      >
        <FormattedMessage id={`settings.add.${name}`} />
      </Button>
    </Fieldset>
  )
}
