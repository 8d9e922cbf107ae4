import { changeEmail as change } from '@carewatch/contracts/http/auth'
import { Text } from '@mantine/core'
import { useAtom } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { userAtom } from '../../session/session.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'

const fields: readonly Field[] = [
  { kind: 'text', name: 'email', label: 'users.email', required: true, type: 'email', maxLength: 254 },
  { kind: 'password', name: 'password', label: 'signIn.password', required: true },
]

/** The same address is asked for to show that its mailbox is theirs. */
function ChangeEmail({ close }: { close: () => void }) {
  const [me, setMe] = useAtom(userAtom)
  const form = useEndpointForm({
    endpoint: change,
    initial: { email: me?.email ?? '', password: '' },
    onDone: ({ isMailed }, { email }) => {
      if (me && !isMailed) setMe({ ...me, email })
      close()
      showDone(isMailed ? 'newEmail.sent' : 'done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="newEmail.submit" onCancel={close}>
      <Text>
        <FormattedMessage id="newEmail.why" />
      </Text>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const changeEmail = dialog<Record<never, never>>({
  title: 'newEmail.change',
  size: 'sm',
  Body: ChangeEmail,
})
