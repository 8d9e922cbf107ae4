import { companyDetails, updateCompany } from '@carewatch/contracts/http/companies'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { LimitBound } from '@carewatch/contracts/limits'
import { limitedMetrics, metric, type MetricName } from '@carewatch/contracts/metrics'
import { limitSettings } from '@carewatch/contracts/settings'
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
type Typed = Partial<Record<LimitBound, number | ''>>
type Values = { limits: Partial<Record<MetricName, Typed>> }

const field = (name: MetricName, bound: LimitBound): Field => ({
  kind: 'number',
  name: `limits.${name}.${bound}`,
  label: `limits.${bound}`,
  half: true,
  step: 10 ** -metric(name).decimals,
  unit: metric(name).unit,
})

const boundsOf = (name: MetricName): LimitBound[] =>
  limitSettings.filter(({ metric: of }) => of === name).map(({ bound }) => bound)

const fields: readonly Field[] = limitedMetrics.map((name) => ({
  kind: 'group',
  name,
  legend: `metric.${name}`,
  fields: boundsOf(name).map((bound) => field(name, bound)),
}))

const initialOf = ({ limits }: Company): Values => ({
  limits: Object.fromEntries(
    limitedMetrics.map((name) => [
      name,
      Object.fromEntries(boundsOf(name).map((bound) => [bound, limits[name]?.[bound] ?? ''])),
    ]),
  ),
})

const filledIn = (typed: Typed) =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))

function Limits({ loaded: company, close }: { loaded: Company; close: () => void }) {
  const form = useEndpointForm({
    endpoint: updateCompany,
    params: { uuid: company.uuid },
    initial: initialOf(company),
    body: ({ limits }) => ({
      limits: Object.fromEntries(Object.entries(limits).map(([name, of]) => [name, filledIn(of)])),
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
