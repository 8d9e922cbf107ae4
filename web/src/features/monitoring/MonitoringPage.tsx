import type { Device } from '@carewatch/contracts/http/devices'
import { type GraphRange, graphRanges } from '@carewatch/contracts/numbers'
import { Button, ScrollArea, SegmentedControl } from '@mantine/core'
import { IconBookmarkPlus, IconDeviceWatch, IconReportMedical } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Graphs } from '../../graphs/Graphs.tsx'
import { TakeCsv, Toolbar } from '../../graphs/Toolbar.tsx'
import { useZoom } from '../../graphs/use-zoom.ts'
import { ViewChoice } from '../../graphs/ViewChoice.tsx'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { marksOf } from '../../vitals/marks.ts'
import { deviceSubject } from '../../vitals/subject.ts'
import { ZoneNote } from '../../vitals/ZoneNote.tsx'
import { BookmarkBar } from './BookmarkBar.tsx'
import styles from './MonitoringPage.module.css'
import { useBookmarking } from './use-bookmarking.ts'

const route = getRouteApi('/_shell/user/monitoring')
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
      <ViewChoice
        value={view}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, view: value }) })}
      />
    </>
  )
}

type Loaded = ReturnType<typeof route.useLoaderData>

function Shown({ loaded, device }: { loaded: Loaded; device: Device }) {
  const { history: all, limits, whole, happenings, bookmarks, choices } = loaded
  const { view } = route.useSearch()
  useWatchedDevices([device.uuid])
  const subject = useMemo(() => deviceSubject(device), [device])
  const zoom = useZoom(whole, all, subject)
  const bookmarking = useBookmarking(device.imei, choices)
  const marks = useMemo(() => marksOf(happenings, bookmarks), [happenings, bookmarks])
  const { label, place } = bookmarking
  return (
    <>
      <Toolbar whole={whole} zoom={zoom}>
        <Button
          variant="default"
          leftSection={<IconBookmarkPlus size={18} aria-hidden />}
          onClick={bookmarking.start}
        >
          <FormattedMessage id="bookmark.add" />
        </Button>
        <TakeCsv of={{ imei: device.imei }} whole={whole} zoom={zoom} />
        <LinkButton
          to="/user/report"
          search={{ device: device.uuid }}
          variant="default"
          leftSection={<IconReportMedical size={18} aria-hidden />}
        >
          <FormattedMessage id="monitoring.report" />
        </LinkButton>
      </Toolbar>
      <ZoneNote span={whole} />
      <BookmarkBar
        bookmarking={bookmarking}
        choices={choices}
        newest={all.points.heartRate?.at(-1)?.time ?? null}
      />
      <Graphs
        subject={subject}
        whole={whole}
        zoom={zoom}
        limits={limits}
        marks={marks}
        onPlace={label === null ? null : place}
        asTable={view === 'table'}
      />
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
        <Shown key={`${device.uuid}/${range}`} loaded={loaded} device={device} />
      </ZoneOf>
    </Page>
  )
}
