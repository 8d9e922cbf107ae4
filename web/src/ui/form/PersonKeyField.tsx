import type { User } from '@carewatch/contracts/http/user-forms'
import { listUsers } from '@carewatch/contracts/http/users'
import type { Role } from '@carewatch/contracts/roles'
import { Autocomplete } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import type { MessageId } from '../../i18n/messages.ts'
import type { Inputs } from './inputs.ts'

const TYPING_PAUSE_MS = 250
const SUGGESTIONS = 8

type Props = { form: Inputs; name: string; label: MessageId; hint: MessageId; of: Role }

const keyOf = ({ email, userName }: User): string => email ?? userName

function Suggestion({ person }: { person: User }) {
  const { firstName, lastName, role } = person
  return (
    <span>
      <bdi>{`${firstName} ${lastName}`}</bdi> · <FormattedMessage id={`role.${role}`} />
      <br />
      <bdi dir="ltr">{keyOf(person)}</bdi>
    </span>
  )
}

/** A person by uuid, user name or e-mail address, with suggestions of whom one sees. */
export function PersonKeyField({ form, name, label, hint, of }: Props) {
  const intl = useIntl()
  const [people, setPeople] = useState<readonly User[]>([])
  const { onChange, value, ...rest } = form.getInputProps(name)
  const look = async (search: string) => {
    const query = { size: SUGGESTIONS, role: of, filterKey: 'active' as const, ...(search && { search }) }
    const answer = await attempt(() => call(listUsers, { query }))
    if (answer) setPeople(answer.users)
  }
  const lookSoon = useDebouncedCallback((typed: string) => void look(typed.trim()), TYPING_PAUSE_MS)
  const byKey = new Map(people.map((person) => [keyOf(person), person]))
  return (
    <Autocomplete
      {...rest}
      label={intl.formatMessage({ id: label })}
      description={intl.formatMessage({ id: hint })}
      withAsterisk
      dir="ltr"
      maxLength={254}
      autoComplete="off"
      value={value ?? ''}
      // What is typed in full needs no list over the button.
      data={[...byKey.keys()].filter((key) => key !== value)}
      size="md"
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const person = byKey.get(option.value)
        return person ? <Suggestion person={person} /> : option.value
      }}
      onFocus={() => void look('')}
      onChange={(typed) => {
        onChange(typed)
        lookSoon(typed)
      }}
    />
  )
}
