import { leaveCompany as leave } from '@carewatch/contracts/http/own-companies'
import { Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { goOnAs, hereAtom } from '../../companies/companies.ts'
import { CompanyName } from '../../shell/CompanyBar.tsx'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'

const fields: readonly Field[] = [
  { kind: 'password', name: 'password', label: 'signIn.password', required: true },
]

/** One's own account at the company that one acts for ends; one goes on as another. */
function LeaveCompany({ close }: { close: () => void }) {
  const here = useAtomValue(hereAtom)
  const form = useEndpointForm({
    endpoint: leave,
    initial: { password: '' },
    onDone: (acting) => goOnAs(acting),
  })
  return (
    <EndpointForm form={form} submit="companies.leave" onCancel={close} isDangerous>
      <Text>
        <FormattedMessage
          id="companies.leaveBody"
          values={{ company: here ? <CompanyName key="name" {...here} /> : '' }}
        />
      </Text>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const leaveCompany = dialog<Record<never, never>>({
  title: 'companies.leave',
  size: 'sm',
  Body: LeaveCompany,
})
