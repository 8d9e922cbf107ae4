import { endOneSession, endOtherSessions } from '@carewatch/contracts/http/auth'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'

type Props = DialogProps['endSignIn']

const fields: readonly Field[] = [
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

function EndSignIn({ props: { session }, close }: { props: Props; close: () => void }) {
  const form = useEndpointForm({
    endpoint: session ? endOneSession : endOtherSessions,
    ...(session && { params: { uuid: session.uuid } }),
    initial: { password: '' },
    onDone: () => {
      close()
      showDone('sessions.ended')
    },
  })
  return (
    <EndpointForm form={form} submit={session ? 'sessions.end' : 'sessions.endOthers'} onCancel={close}>
      <Text>
        <FormattedMessage id="sessions.endWhy" />
      </Text>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const endSignIn = dialog<Props>({
  title: 'sessions.endTitle',
  suffix: ({ session }) => session?.machine,
  size: 'sm',
  Body: EndSignIn,
})
