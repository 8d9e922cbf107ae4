import { TextInput } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'

type Props = {
  label: MessageId
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day to filter by, as the browser lets one choose it. */
export function DayField({ label, value, onChange }: Props) {
  const intl = useIntl()
  return (
    <TextInput
      type="date"
      label={intl.formatMessage({ id: label })}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      max="9999-12-31"
      w="10.5rem"
    />
  )
}
