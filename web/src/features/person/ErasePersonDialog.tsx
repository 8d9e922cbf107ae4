import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { eraseUser, userDetail } from '@carewatch/contracts/http/users'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { nameOf } from './name-of.ts'

/** Forgetting somebody for good takes their user name, written by hand. */
function ErasePerson({ loaded: person, close }: { loaded: UserDetail; close: () => void }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isErasing, setErasing] = useState(false)
  const isTyped = typed.trim().toLowerCase() === person.userName.toLowerCase()
  const erase = async () => {
    setErasing(true)
    const gone = await attempt(async () => [await call(eraseUser, { params: { uuid: person.uuid } })])
    setErasing(false)
    if (!gone) return
    close()
    await navigate({ to: '/admin/users/{-$filterKey}', params: { filterKey: undefined } })
    showDone('person.erased')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) void erase()
      }}
    >
      <Stack gap="lg">
        <Notice tone="critical">
          <FormattedMessage id="person.eraseBody" />
        </Notice>
        <Text>
          <FormattedMessage
            id="person.eraseType"
            values={{
              userName: (
                <b key="name">
                  <bdi dir="ltr">{person.userName}</bdi>
                </b>
              ),
            }}
          />
        </Text>
        <TextInput
          label={intl.formatMessage({ id: 'users.userName' })}
          dir="ltr"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button type="submit" color="red" disabled={!isTyped} loading={isErasing}>
            <FormattedMessage id="person.erase" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export const erasePerson = dialog<{ uuid: string }, UserDetail>({
  title: 'person.erase',
  suffix: (_, person) => nameOf(person),
  load: async ({ uuid }) => (await call(userDetail, { params: { uuid } })).user,
  Body: ErasePerson,
})
