import { deviceClaims } from '@carewatch/contracts/http/device-claims'
import { importDevices } from '@carewatch/contracts/http/device-import'
import { unregisteredDevices } from '@carewatch/contracts/http/devices'
import { fleetJobs } from '@carewatch/contracts/http/fleet-jobs'
import { unreadGroups } from '@carewatch/contracts/http/unread-messages'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEar, IconFileImport, IconListCheck, IconMessageQuestion, IconScale } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'

const actions = [
  {
    label: 'seenDevices.title',
    of: unregisteredDevices,
    Icon: IconEar,
    run: () => openDialog('seenDevices'),
  },
  { label: 'fleet.work', of: fleetJobs, Icon: IconListCheck, run: () => openDialog('fleetWork', {}) },
  { label: 'claims.title', of: deviceClaims, Icon: IconScale, run: () => openDialog('disputedWatches') },
  {
    label: 'importDevices.title',
    of: importDevices,
    Icon: IconFileImport,
    run: () => openDialog('importDevices'),
  },
] as const

/** What needs the router to be opened. */
function useOffered() {
  const may = useMay()
  const navigate = useNavigate()
  const unread = {
    label: 'menu.unread',
    of: unreadGroups,
    Icon: IconMessageQuestion,
    run: () => void navigate({ to: '/admin/unread' }),
  } as const
  return [...actions, unread].filter(({ of }) => may(of))
}

/** Beside one more: many from a list, and those that have sent messages already; on a phone behind one button, so that the first device is in sight. */
export function FleetActions({ add }: { add: ReactNode }) {
  const intl = useIntl()
  const isNarrow = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false }) ?? false
  const offered = useOffered()
  if (isNarrow)
    return (
      <>
        {add}
        <RowMenu of={intl.formatMessage({ id: 'page.devices' })} actions={offered} />
      </>
    )
  return (
    <>
      {offered.map(({ label, Icon, run }) => (
        <Button key={label} variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={run}>
          <FormattedMessage id={label} />
        </Button>
      ))}
      {add}
    </>
  )
}
