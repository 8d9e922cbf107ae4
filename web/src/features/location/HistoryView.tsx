import type { Device } from '@carewatch/contracts/http/devices'
import type { Fence } from '@carewatch/contracts/http/fences'
import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { getRouteApi } from '@tanstack/react-router'
import { DaySpan, type Track } from '../../tracks/days.ts'
import { TrackView } from '../../tracks/TrackView.tsx'
import { wornBy } from '../../ui/people/place-name.ts'
import { FenceLayer } from '../../tracks/FenceLayer.tsx'

const route = getRouteApi('/_shell/user/location')

type Props = { device: Device; location: DeviceLocation; track: Track; fences: readonly Fence[] }

/** The way of one watch, over its fences. */
export function HistoryView({ device, location: { home }, track, fences }: Props) {
  const navigate = route.useNavigate()
  const { play = false } = route.useSearch()
  const { uuid, expectedIntervalMs } = device
  return (
    <TrackView
      subject={{ uuid, name: wornBy(device), person: device.wearer, expectedIntervalMs }}
      track={track}
      home={home}
      ground={<FenceLayer fences={fences} />}
      playsAtOnce={play}
      onPick={({ day, days, play: plays }) =>
        void navigate({ search: (old) => ({ ...old, day, days: DaySpan.catch(7).parse(days), play: plays }) })
      }
    />
  )
}
