import { companyDetails, updateCompany } from '@carewatch/contracts/http/companies'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { limitedMetrics, metric, type MetricName } from '@carewatch/contracts/metrics'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'

type Company = Reply<typeof companyDetails>['company']
type Bound = number | ''
type Values = { limits: Partial<Record<MetricName, { low: Bound; high: Bound }>> }

const bound = (name: MetricName, side: 'low' | 'high'): Field => ({
  kind: 'number',
  name: `limits.${name}.${side}`,
  label: `limits.${side}`,
  half: true,
  step: 10 ** -metric(name).decimals,
  unit: metric(name).unit,
})

const fields: readonly Field[] = limitedMetrics.map((name) => ({
  kind: 'group',
  name,
  legend: `metric.${name}`,
  fields: [bound(name, 'low'), bound(name, 'high')],
}))

const initialOf = ({ limits }: Company): Values => ({
  limits: Object.fromEntries(
    limitedMetrics.map((name) => [name, { low: limits[name]?.low ?? '', high: limits[name]?.high ?? '' }]),
  ),
})

const sides = ({ low, high }: { low: Bound; high: Bound }) => ({
  ...(low !== '' && { low }),
  ...(high !== '' && { high }),
})

function Limits({ loaded: company, close }: { loaded: Company; close: () => void }) {
  const form = useEndpointForm({
    endpoint: updateCompany,
    params: { uuid: company.uuid },
    initial: initialOf(company),
    body: ({ limits }) => ({
      limits: Object.fromEntries(Object.entries(limits).map(([name, of]) => [name, sides(of)])),
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
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const companyLimits = dialog<{ uuid: string }, Company>({
  title: 'companies.limits',
  suffix: (_, { name }) => name,
  load: async ({ uuid }) => (await call(companyDetails, { params: { uuid } })).company,
  Body: Limits,
})
