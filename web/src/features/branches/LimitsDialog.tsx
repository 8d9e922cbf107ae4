import { branchDetails, updateBranch } from '@carewatch/contracts/http/branches'
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

type Loaded = Reply<typeof branchDetails>

function Limits({ loaded, close }: { loaded: Loaded; close: () => void }) {
  const form = useEndpointForm({
    endpoint: updateBranch,
    params: { uuid: loaded.branch.uuid },
    initial: limitValues(loaded),
    body: (values) => ({
      limits: filledIn(values),
      updatedAt: loaded.branch.updatedAt.toISOString(),
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Text c="dimmed">
        <FormattedMessage id="branches.limitsWhy" />
      </Text>
      <Fields form={form} fields={limitFields} />
      <TryHouseLimits uuid={loaded.branch.uuid} of="branch" values={form.values} />
    </EndpointForm>
  )
}

export const branchLimits = dialog<{ uuid: string }, Loaded>({
  title: 'companies.limits',
  suffix: (_, { branch }) => branch.name,
  load: ({ uuid }) => call(branchDetails, { params: { uuid } }),
  Body: Limits,
})
