import type { Device } from '@carewatch/contracts/http/devices'
import { type GraphRange, graphRanges } from '@carewatch/contracts/numbers'
import { Button, ScrollArea, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
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
import { PeriodBar, usePeriods } from './PeriodBar.tsx'
import { useBookmarking } from './use-bookmarking.ts'
import { useSwipe } from './use-swipe.ts'

const route = getRouteApi('/_shell/user/monitoring')
/** What a phone has room for; the others are behind "More". */
const few = ['1d', '1w', '4w'] as const
// Safe: the keys of the object itself.
const ranges = Object.keys(graphRanges) as GraphRange[]

const usePick = () => {
  const navigate = route.useNavigate()
  return (range: string) => {
    const picked = ranges.find((each) => each === range)
    void navigate({ search: (old) => ({ ...old, range: picked, back: 0 }) })
  }
}

function FewRanges({ more }: { more: More }) {
  const intl = useIntl()
  const { range } = route.useSearch()
  const pick = usePick()
  return (
    <div className={styles['few']}>
      <SegmentedControl
        aria-label={intl.formatMessage({ id: 'monitoring.range' })}
        data={few.map((value) => ({
          value,
          label: intl.formatMessage({ id: `monitoring.few.${value}` }),
        }))}
        value={few.find((each) => each === range) ?? ''}
        onChange={pick}
      />
      <Button variant="default" aria-expanded={more.opened} onClick={more.toggle}>
        <FormattedMessage id="monitoring.more" />
      </Button>
    </div>
  )
}

type More = { opened: boolean; toggle: () => void }

function Actions({ devices, device, more }: { devices: Device[]; device: Device; more: More }) {
  const intl = useIntl()
  const navigate = route.useNavigate()
  const { range, view } = route.useSearch()
  const pick = usePick()
  return (
    <>
      <DevicePicker
        devices={devices}
        value={device.uuid}
        onPick={(uuid) => void navigate({ search: (old) => ({ ...old, device: uuid ?? undefined }) })}
      />
      <FewRanges more={more} />
      <div className={styles['rest']} data-open={more.opened}>
        <ScrollArea maw="100%" scrollbars="x" type="never">
          <SegmentedControl
            className={styles['ranges']}
            aria-label={intl.formatMessage({ id: 'monitoring.range' })}
            data={ranges.map((value) => ({
              value,
              label: intl.formatMessage({ id: `monitoring.range.${value}` }),
            }))}
            value={range}
            onChange={pick}
          />
        </ScrollArea>
        <ViewChoice
          value={view}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, view: value }) })}
        />
      </div>
    </>
  )
}

type Loaded = ReturnType<typeof route.useLoaderData>

function Shown({ loaded, device, more }: { loaded: Loaded; device: Device; more: More }) {
  const { history: all, weeks, limits, usual, whole, happenings, bookmarks, choices } = loaded
  const { view, metric } = route.useSearch()
  const { back, step } = usePeriods()
  const swipe = useSwipe(step)
  useWatchedDevices([device.uuid])
  // What comes live belongs to now.
  const subject = useMemo(
    () => ({ ...deviceSubject(device), ...(back > 0 && { deviceUuids: [] }) }),
    [device, back],
  )
  const zoom = useZoom(whole, all, subject)
  const bookmarking = useBookmarking(device.imei, choices)
  const marks = useMemo(() => marksOf(happenings, bookmarks), [happenings, bookmarks])
  const { label, place } = bookmarking
  return (
    <>
      <PeriodBar span={whole} />
      <div className={styles['rest']} data-open={more.opened}>
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
      </div>
      <ZoneNote span={whole} />
      <BookmarkBar
        bookmarking={bookmarking}
        choices={choices}
        newest={all.points.heartRate?.at(-1)?.time ?? null}
      />
      <div className={styles['graphs']} {...(view === 'graph' && !zoom.part && swipe)}>
        <Graphs
          subject={subject}
          whole={whole}
          zoom={zoom}
          limits={limits}
          usual={usual}
          weeks={weeks}
          marks={marks}
          onPlace={label === null ? null : place}
          asTable={view === 'table'}
          first={metric}
        />
      </div>
    </>
  )
}

export function MonitoringPage() {
  const loaded = route.useLoaderData()
  const { range, back } = route.useSearch()
  const [opened, { toggle }] = useDisclosure()
  const more = { opened, toggle }
  const { devices, device } = loaded
  if (!device) {
    return (
      <Page title="menu.monitoring">
        <Nothing
          icon={<IconDeviceWatch aria-hidden />}
          title={<FormattedMessage id="today.noWatch" />}
          why={<FormattedMessage id="today.noWatchWhy" />}
        />
      </Page>
    )
  }
  return (
    <Page title="menu.monitoring" actions={<Actions devices={devices} device={device} more={more} />}>
      <ZoneOf zone={device.timeZone}>
        <Shown key={`${device.uuid}/${range}/${back}`} loaded={loaded} device={device} more={more} />
      </ZoneOf>
    </Page>
  )
}
