import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import type { VitalOverview } from '@carewatch/contracts/http/readings'
import { IconDeviceWatch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import type { ActiveDevice } from '../../session/active-device.ts'
import { AnswerCard } from '../../ui/alarms/AnswerCard.tsx'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { type CheckIn, CheckInCard } from '../../ui/people/CheckInCard.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { whereabouts } from '@carewatch/contracts/whereabouts'
import { deviceSubject } from '../../vitals/subject.ts'
import { VitalTiles } from '../../vitals/VitalTiles.tsx'
import { DayCard } from './DayCard.tsx'
import type { LoadedDay } from './load-day.ts'
import { WatchActions } from './WatchActions.tsx'

type Props = ActiveDevice & {
  checkIn: CheckIn | null
  overview: readonly VitalOverview[]
  location: DeviceLocation | null
  day: LoadedDay | null
}

export function OverviewPage({ checkIn, devices, device, detail, overview, location, day }: Props) {
  const navigate = useNavigate()
  useWatchedDevices(device ? [device.uuid] : [])
  const pick = (uuid: string | null) =>
    void navigate({ to: '/user/overview', search: uuid ? { device: uuid } : {} })
  if (!device || !detail) {
    return (
      <Page title="menu.today">
        {checkIn ? <CheckInCard loaded={checkIn} /> : null}
        <Nothing
          icon={<IconDeviceWatch aria-hidden />}
          title={<FormattedMessage id="today.noWatch" />}
          why={<FormattedMessage id="today.noWatchWhy" />}
        />
      </Page>
    )
  }
  const battery = overview.find(({ metric }) => metric === 'battery')?.latest?.value ?? null
  const actions = <DevicePicker devices={devices} value={device.uuid} onPick={pick} />
  return (
    <Page title="menu.today" actions={actions}>
      {checkIn ? <CheckInCard loaded={checkIn} /> : null}
      <AnswerCard device={device} battery={battery} place={whereabouts(location)}>
        <WatchActions key={device.uuid} detail={detail} />
      </AnswerCard>
      {day ? <DayCard key={`day/${device.uuid}`} device={device} day={day} /> : null}
      <VitalTiles
        key={device.uuid}
        subject={deviceSubject(device)}
        overview={overview}
        graphsOf={device.uuid}
      />
    </Page>
  )
}
