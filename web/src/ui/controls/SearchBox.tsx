import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'

const TYPING_PAUSE_MS = 300

type Props = { label: MessageId; value: string; onChange: (text: string) => void }

/** Looks while one types, a moment after the last letter. */
export function SearchBox({ label, value, onChange }: Props) {
  const intl = useIntl()
  const [typed, setTyped] = useState(value)
  const settle = useDebouncedCallback(onChange, TYPING_PAUSE_MS)
  const type = (text: string) => {
    setTyped(text)
    settle(text)
  }
  return (
    <TextInput
      type="search"
      aria-label={intl.formatMessage({ id: label })}
      placeholder={intl.formatMessage({ id: label })}
      leftSection={<IconSearch size={18} aria-hidden />}
      maxLength={100}
      rightSection={
        typed ? (
          <CloseButton aria-label={intl.formatMessage({ id: 'list.clearSearch' })} onClick={() => type('')} />
        ) : null
      }
      w="18rem"
      maw="100%"
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
