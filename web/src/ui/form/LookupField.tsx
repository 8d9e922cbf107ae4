import { type OptionsFilter, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import type { Field, Option } from './fields.ts'
import type { InputProps } from './inputs.ts'

const TYPING_PAUSE_MS = 250

type Props = { field: Extract<Field, { kind: 'lookup' }>; inputProps: InputProps }

type OptionsFilterOf = (
  options: Parameters<OptionsFilter>[0]['options'],
  search: string,
) => ReturnType<OptionsFilter>

/** Until the server has answered what was typed last, nothing stands there that it cannot be: who types and presses Enter takes what they typed. */
const likely: OptionsFilterOf = (options, search) =>
  options.filter(
    (option) => 'label' in option && option.label.toLowerCase().includes(search.trim().toLowerCase()),
  )

/** A choice among more than fits on a screen: found on the server while one types. */
export function LookupField({ field, inputProps }: Props) {
  const intl = useIntl()
  const [found, setFound] = useState<readonly Option[]>(field.known ? [field.known] : [])
  const [answered, setAnswered] = useState('')
  const look = async (typed: string) => {
    const options = await attempt(() => field.find(typed))
    if (!options) return
    setFound(options)
    setAnswered(typed)
  }
  const lookSoon = useDebouncedCallback((typed: string) => void look(typed), TYPING_PAUSE_MS)
  const { value, ...rest } = inputProps
  const isKnown = found.some((option) => option.value === value)
  const chosen = found.find((option) => option.value === value)?.label
  const data = field.known && !isKnown && field.known.value === value ? [field.known, ...found] : [...found]
  return (
    <Select
      {...rest}
      value={value === '' || value === undefined ? null : value}
      data={data}
      searchable
      clearable={!field.required}
      filter={({ options, search }) =>
        search === answered || search === chosen ? options : likely(options, search)
      }
      onDropdownOpen={() => void look('')}
      onSearchChange={lookSoon}
      nothingFoundMessage={intl.formatMessage({ id: 'lookup.nothing' })}
    />
  )
}
