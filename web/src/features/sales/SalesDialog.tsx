import { salesDashboard } from '@carewatch/contracts/http/sales'
import { Stack } from '@mantine/core'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { Figures, type Sales } from './Figures.tsx'

type Named = { uuid: string; name: string }
type Props = { company?: Named; branch?: Named }

/** The same figures of one company or branch, over whatever one is looking at. */
export const salesDashboardPopover = dialog<Props, Sales>({
  title: 'menu.sales',
  suffix: ({ company, branch }) => (branch ?? company)?.name,
  load: ({ company, branch }) =>
    call(salesDashboard, { query: { companyUuid: company?.uuid, branchUuid: branch?.uuid } }),
  size: 'xl',
  Body: ({ loaded }) => (
    <Stack>
      <Figures {...loaded} />
    </Stack>
  ),
})
