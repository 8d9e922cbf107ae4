import type { Device } from '@carewatch/contracts/http/devices'
import type { MetricName } from '@carewatch/contracts/metrics'
import { type GraphRange, graphRanges } from '@carewatch/contracts/numbers'
import { ScrollArea, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconDeviceWatch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ZoneNote } from '../../vitals/ZoneNote.tsx'
import type { Sides } from '../../vitals/bounds.ts'
import { marksOf } from '../../vitals/marks.ts'
import { BookmarkBar } from './BookmarkBar.tsx'
import { ChartCard } from './ChartCard.tsx'
import { KEYS_ID } from './CursorSlider.tsx'
import { EventsCard } from './EventsCard.tsx'
import { type Graphed, graphs } from '@carewatch/contracts/measurements'
import styles from './MonitoringPage.module.css'
import { Toolbar } from './Toolbar.tsx'
import { useBookmarking } from './use-bookmarking.ts'
import { useZoom } from './use-zoom.ts'

const route = getRouteApi('/_shell/user/monitoring')
const NO_LIMITS: Sides = { low: null, high: null }
// Safe: the keys of the object itself.
const ranges = Object.keys(graphRanges) as GraphRange[]

function Actions({ devices, device }: { devices: Device[]; device: Device }) {
  const intl = useIntl()
  const navigate = route.useNavigate()
  const { range, view } = route.useSearch()
  return (
    <>
      <DevicePicker
        devices={devices}
        value={device.uuid}
        onPick={(uuid) => void navigate({ search: (old) => ({ ...old, device: uuid ?? undefined }) })}
      />
      <ScrollArea maw="100%" scrollbars="x" type="never">
        <SegmentedControl
          className={styles['ranges']}
          aria-label={intl.formatMessage({ id: 'monitoring.range' })}
          data={ranges.map((value) => ({
            value,
            label: intl.formatMessage({ id: `monitoring.range.${value}` }),
          }))}
          value={range}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, range: value }) })}
        />
      </ScrollArea>
      <SegmentedControl
        data={[
          { value: 'graph', label: intl.formatMessage({ id: 'monitoring.showGraph' }) },
          { value: 'table', label: intl.formatMessage({ id: 'monitoring.showTable' }) },
        ]}
        value={view}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, view: value }) })}
      />
    </>
  )
}

type Limits = Partial<Record<MetricName, Sides>>

const limitsOf = ({ metrics }: Graphed, limits: Limits): Sides[] =>
  metrics.map((name) => limits[name] ?? NO_LIMITS)

type Loaded = ReturnType<typeof route.useLoaderData>

function Graphs({ loaded, device }: { loaded: Loaded; device: Device }) {
  const { history: all, limits, whole, happenings, bookmarks, choices } = loaded
  const { view } = route.useSearch()
  useWatchedDevices([device.uuid])
  const zoom = useZoom(whole, all, device.imei)
  const bookmarking = useBookmarking(device.imei, choices)
  const limitsByChart = useMemo(() => new Map(graphs.map((plan) => [plan, limitsOf(plan, limits)])), [limits])
  const marks = useMemo(() => marksOf(happenings, bookmarks), [happenings, bookmarks])
  const { label, place } = bookmarking
  return (
    <>
      <Toolbar device={device} whole={whole} zoom={zoom} onBookmark={bookmarking.start} />
      <ZoneNote span={whole} />
      <BookmarkBar
        bookmarking={bookmarking}
        choices={choices}
        newest={all.points.heartRate?.at(-1)?.time ?? null}
      />
      <div className={styles['graphs']}>
        {graphs.map((plan) => (
          <ChartCard
            key={plan.name}
            plan={plan}
            device={device}
            limits={limitsByChart.get(plan) ?? []}
            whole={whole}
            zoom={zoom}
            marks={marks}
            onPlace={label === null ? null : place}
            asTable={view === 'table'}
          />
        ))}
      </div>
      <VisuallyHidden id={KEYS_ID}>
        <FormattedMessage id="monitoring.keys" />
      </VisuallyHidden>
      <EventsCard marks={marks} onShow={zoom.show} />
    </>
  )
}

export function MonitoringPage() {
  const loaded = route.useLoaderData()
  const { range } = route.useSearch()
  const { devices, device } = loaded
  if (!device) {
    return (
      <Page title="menu.monitoring">
        <Nothing
          icon={<IconDeviceWatch aria-hidden />}
          title={<FormattedMessage id="devices.empty" />}
          why={<FormattedMessage id="devices.emptyWhy" />}
        />
      </Page>
    )
  }
  return (
    <Page title="menu.monitoring" actions={<Actions devices={devices} device={device} />}>
      <ZoneOf zone={device.timeZone}>
        <Graphs key={`${device.uuid}/${range}`} loaded={loaded} device={device} />
      </ZoneOf>
    </Page>
  )
}
