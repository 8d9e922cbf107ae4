import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { changePasswordByAdmin, sendRecoveryTo, userDetail } from '@carewatch/contracts/http/users'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { Secret } from '../../ui/controls/Secret.tsx'
import { doAndShow } from '../../ui/page/done.ts'
import { nameOf } from './name-of.ts'

type Answer = Reply<typeof changePasswordByAdmin>

const made: Field = { kind: 'checkbox', name: 'isMade', label: 'person.makePassword' }
const chosen: Field = {
  kind: 'password',
  name: 'newPassword',
  label: 'password.new',
  required: true,
  isNew: true,
}

/** A password that could not be mailed is shown here, this once. */
function PasswordSet({ answer, close }: { answer: Answer; close: () => void }) {
  const { password, isMailed } = answer
  return (
    <Stack gap="lg">
      <Text component="output">
        <FormattedMessage id={isMailed ? 'person.passwordMailed' : 'person.passwordSet'} />
      </Text>
      {password ? <Secret label="addUser.passwordOnce" value={password} /> : null}
      <Group justify="flex-end">
        <Button onClick={close}>
          <FormattedMessage id="action.close" />
        </Button>
      </Group>
    </Stack>
  )
}

/** Whoever used the account has it: a link to choose anew goes to their own mailbox. */
function SendRecovery({ uuid, close }: { uuid: string; close: () => void }) {
  const send = async () => {
    if (await doAndShow('person.recoverySent', () => call(sendRecoveryTo, { params: { uuid } }))) close()
  }
  return (
    <Stack gap="lg">
      <Text>
        <FormattedMessage id="person.passwordTheirs" />
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button onClick={() => void send()}>
          <FormattedMessage id="person.sendRecovery" />
        </Button>
      </Group>
    </Stack>
  )
}

function SetPassword({ loaded: person, close }: { loaded: UserDetail; close: () => void }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const form = useEndpointForm({
    endpoint: changePasswordByAdmin,
    initial: { isMade: true, newPassword: '' },
    body: ({ isMade, newPassword }) => ({ userUuid: person.uuid, ...(!isMade && { newPassword }) }),
    onDone: setAnswer,
  })
  if (answer) return <PasswordSet answer={answer} close={close} />
  return (
    <EndpointForm form={form} submit="person.setPassword" onCancel={close}>
      <Text>
        <FormattedMessage id="person.setPasswordWhy" />
      </Text>
      <Fields form={form} fields={form.values.isMade ? [made] : [made, chosen]} />
    </EndpointForm>
  )
}

function Body({ loaded: person, close }: { loaded: UserDetail; close: () => void }) {
  return person.mustChangePassword ? (
    <SetPassword loaded={person} close={close} />
  ) : (
    <SendRecovery uuid={person.uuid} close={close} />
  )
}

export const setPassword = dialog<{ uuid: string }, UserDetail>({
  title: 'person.setPassword',
  suffix: (_, person) => nameOf(person),
  load: async ({ uuid }) => (await call(userDetail, { params: { uuid } })).user,
  Body,
})
