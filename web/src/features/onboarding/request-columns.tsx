import type { OnboardingRequest } from '@carewatch/contracts/http/onboarding'
import { UnstyledButton } from '@mantine/core'
import { FormattedDate } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { Age } from '../../ui/figures/Age.tsx'
import type { Column } from '../../ui/list/column.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { RequestStatus } from './RequestStatus.tsx'

export const columns: readonly Column<OnboardingRequest>[] = [
  {
    id: 'ownerName',
    title: 'requests.owner',
    sort: 'ownerName',
    text: ({ ownerName }) => ownerName,
    show: ({ uuid, ownerName }) => (
      <UnstyledButton
        className="tap"
        fw={550}
        onClick={(event) => {
          event.stopPropagation()
          openDialog('onboardingRequest', { uuid })
        }}
      >
        <bdi>{ownerName || '—'}</bdi>
      </UnstyledButton>
    ),
  },
  {
    id: 'status',
    title: 'list.status',
    sort: 'status',
    text: ({ status }) => status,
    show: ({ status }) => <RequestStatus status={status} />,
  },
  {
    id: 'device',
    title: 'requests.device',
    text: ({ device }) => device.name,
    show: ({ device }) => <bdi>{device.name}</bdi>,
  },
  {
    id: 'imei',
    title: 'devices.imei',
    text: ({ device }) => device.imei,
    show: ({ device }) => <Ltr>{device.imei}</Ltr>,
    isExtra: true,
  },
  {
    id: 'supervisor',
    title: 'requests.supervisor',
    text: ({ supervisor }) => supervisor?.name,
    show: ({ supervisor }) => <bdi>{supervisor?.name ?? '—'}</bdi>,
  },
  {
    id: 'createdAt',
    title: 'list.createdAt',
    sort: 'createdAt',
    text: ({ createdAt }) => createdAt.toISOString(),
    show: ({ createdAt }) => <Age at={createdAt} />,
  },
  {
    id: 'decidedAt',
    title: 'requests.decided',
    text: ({ decidedAt }) => decidedAt?.toISOString(),
    show: ({ decidedAt }) => (decidedAt ? <FormattedDate value={decidedAt} dateStyle="medium" /> : '—'),
    isExtra: true,
  },
]
