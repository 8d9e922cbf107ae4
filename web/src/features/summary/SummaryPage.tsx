import { IconDeviceWatch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { notificationsAtom } from '../../live/notifications.ts'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { worstFirst } from './gravity.ts'
import { SummaryCard } from './SummaryCard.tsx'
import { TipsCard } from './TipsCard.tsx'

const route = getRouteApi('/_shell/user/dashboard')

export function SummaryPage() {
  const { span, devices, summaries } = route.useLoaderData()
  const { user } = route.useRouteContext()
  const navigate = route.useNavigate()
  const notifications = useAtomValue(notificationsAtom)
  useWatchedDevices(summaries.map(({ device }) => device.uuid))
  const ordered = useMemo(
    () => worstFirst(summaries, notifications, span.to),
    [summaries, notifications, span],
  )
  const picker = (
    <DevicePicker
      devices={devices}
      value={summaries[0]?.device.uuid ?? null}
      onPick={(uuid) => void navigate({ search: uuid ? { device: uuid } : {} })}
    />
  )
  return (
    <Page title="menu.summary" actions={devices.length > 1 ? picker : null}>
      {ordered.length === 0 ? (
        <Nothing
          icon={<IconDeviceWatch aria-hidden />}
          title={<FormattedMessage id="today.noWatch" />}
          why={<FormattedMessage id="today.noWatchWhy" />}
        />
      ) : (
        ordered.map((summary) => <SummaryCard key={summary.device.uuid} summary={summary} span={span} />)
      )}
      <TipsCard role={user.role} />
    </Page>
  )
}
