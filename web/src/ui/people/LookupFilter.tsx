import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { Option } from '../form/fields.ts'
import { Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { attempt } from '../../feedback/attempt.ts'

const TYPING_PAUSE_MS = 250

type Props = {
  /** Said where nothing is chosen, and to whoever hears the screen. */
  label: MessageId
  find: (typed: string) => Promise<readonly Option[]>
  value: string | undefined
  onPick: (value: string | undefined) => void
}

/** A filter over a list: one of more than fits on a screen, found on the server while one types. */
export function LookupFilter({ label, find, value, onPick }: Props) {
  const intl = useIntl()
  const [found, setFound] = useState<readonly Option[]>([])
  const text = intl.formatMessage({ id: label })
  const look = async (typed: string) => {
    const options = await attempt(() => find(typed))
    if (options) setFound((known) => [...known.filter((each) => each.value === value), ...options])
  }
  const lookSoon = useDebouncedCallback((typed: string) => void look(typed), TYPING_PAUSE_MS)
  const isUnnamed = value !== undefined && !found.some((option) => option.value === value)
  useEffect(() => {
    if (isUnnamed) void look('')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a choice from the address has to be named.
  }, [value])
  const options = [...new Map(found.map((option) => [option.value, option])).values()]
  return (
    <Select
      aria-label={text}
      placeholder={text}
      data={isUnnamed ? [...options, { value, label: '…' }] : options}
      value={value ?? null}
      onChange={(picked) => onPick(picked ?? undefined)}
      onDropdownOpen={() => void look('')}
      onSearchChange={lookSoon}
      filter={({ options: all }) => all}
      nothingFoundMessage={intl.formatMessage({ id: 'lookup.nothing' })}
      searchable
      clearable
      w="13rem"
    />
  )
}
