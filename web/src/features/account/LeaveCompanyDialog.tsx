import { leaveCompany as leave } from '@carewatch/contracts/http/own-companies'
import { Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { companiesAtom, goOnAs, hereAtom } from '../../companies/companies.ts'
import { forgetSession } from '../../session/session.ts'
import { CompanyName } from '../../shell/CompanyBar.tsx'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'

const fields: readonly Field[] = [
  { kind: 'password', name: 'password', label: 'signIn.password', required: true },
]

/** One's own account ends: one goes on as another, or with the only one signs in nowhere any more. */
function LeaveCompany({ close }: { close: () => void }) {
  const here = useAtomValue(hereAtom)
  const isLast = useAtomValue(companiesAtom).length === 1
  const form = useEndpointForm({
    endpoint: leave,
    initial: { password: '', isLast },
    onDone: ({ token, user }) => (token && user ? goOnAs({ token, user }) : forgetSession()),
  })
  return (
    <EndpointForm
      form={form}
      submit={here ? 'companies.leave' : 'companies.leaveLast'}
      onCancel={close}
      isDangerous
    >
      <Text>
        {here ? (
          <FormattedMessage
            id="companies.leaveBody"
            values={{ company: <CompanyName key="name" {...here} /> }}
          />
        ) : (
          <FormattedMessage id="companies.leaveLastBody" />
        )}
      </Text>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const leaveCompany = dialog<Record<never, never>>({
  title: 'companies.leaveTitle',
  size: 'sm',
  Body: LeaveCompany,
})
