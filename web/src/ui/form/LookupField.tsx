import { Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { attempt } from '../../http/attempt.ts'
import type { Field, Option } from './fields.ts'
import type { InputProps } from './inputs.ts'

const TYPING_PAUSE_MS = 250

type Props = { field: Extract<Field, { kind: 'lookup' }>; told: InputProps }

/** A choice among more than fits on a screen: found on the server while one types. */
export function LookupField({ field, told }: Props) {
  const intl = useIntl()
  const [found, setFound] = useState<readonly Option[]>(field.known ? [field.known] : [])
  const look = async (typed: string) => {
    const options = await attempt(() => field.find(typed))
    if (options) setFound(options)
  }
  const lookSoon = useDebouncedCallback((typed: string) => void look(typed), TYPING_PAUSE_MS)
  const { value, ...rest } = told
  const isKnown = found.some((option) => option.value === value)
  const data = field.known && !isKnown && field.known.value === value ? [field.known, ...found] : [...found]
  return (
    <Select
      {...rest}
      value={value === '' || value === undefined ? null : value}
      data={data}
      searchable
      clearable={!field.required}
      filter={({ options }) => options}
      onDropdownOpen={() => void look('')}
      onSearchChange={lookSoon}
      nothingFoundMessage={intl.formatMessage({ id: 'lookup.nothing' })}
    />
  )
}
