import { companyDetails, updateCompany } from '@carewatch/contracts/http/companies'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { filledIn, limitFields, limitValues } from '../../ui/devices/limit-fields.ts'
import { TryHouseLimits } from '../../ui/devices/TryHouseLimits.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'

type Company = Reply<typeof companyDetails>['company']
function Limits({ loaded: company, close }: { loaded: Company; close: () => void }) {
  const form = useEndpointForm({
    endpoint: updateCompany,
    params: { uuid: company.uuid },
    initial: limitValues(company),
    body: (values) => ({
      limits: filledIn(values),
      updatedAt: company.updatedAt.toISOString(),
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Text c="dimmed">
        <FormattedMessage id="companies.limitsWhy" />
      </Text>
      <Fields form={form} fields={limitFields} />
      <TryHouseLimits uuid={company.uuid} of="company" values={form.values} />
    </EndpointForm>
  )
}

export const companyLimits = dialog<{ uuid: string }, Company>({
  title: 'companies.limits',
  suffix: (_, { name }) => name,
  load: async ({ uuid }) => (await call(companyDetails, { params: { uuid } })).company,
  Body: Limits,
})
