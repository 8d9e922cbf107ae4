import { updateDevice } from '@carewatch/contracts/http/device-changes'
import { Button } from '@mantine/core'
import { IconDeviceWatch, IconHome, IconLock, IconRefresh, IconRestore } from '@tabler/icons-react'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIsFamily } from '../../session/is-family.ts'
import { useMay } from '../../session/may.ts'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { LinkTabs, linkTab } from '../../ui/page/LinkTabs.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { AllView } from './AllView.tsx'
import { FencesView } from './FencesView.tsx'
import { HistoryView } from './HistoryView.tsx'
import { HomeView } from './HomeView.tsx'
import { NowView } from './NowView.tsx'

const route = getRouteApi('/_shell/user/location')
const tabs = ['now', 'history', 'all', 'fences'] as const

function Actions() {
  const router = useRouter()
  const navigate = route.useNavigate()
  const { devices, device } = route.useLoaderData()
  const isFamily = useIsFamily()
  return (
    <>
      <DevicePicker
        devices={devices}
        value={device?.uuid ?? null}
        onPick={(uuid) =>
          void navigate({
            search: (old) => ({
              ...old,
              device: uuid ?? undefined,
              view: old.view === 'all' ? 'now' : old.view,
            }),
          })
        }
      />
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => void router.invalidate()}
      >
        <FormattedMessage id="location.refresh" />
      </Button>
      <Button
        variant="default"
        leftSection={<IconRestore size={18} aria-hidden />}
        onClick={() => void navigate({ search: ({ device: kept }) => ({ device: kept }) })}
      >
        <FormattedMessage id={isFamily ? 'location.backToNow' : 'location.resetAll'} />
      </Button>
    </>
  )
}

function Tabs() {
  const intl = useIntl()
  const search = route.useSearch()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'location.views' })}>
      {tabs.map((view) => (
        <Link
          key={view}
          to="/user/location"
          search={{ ...search, view }}
          className={linkTab}
          aria-current={search.view === view ? 'page' : undefined}
        >
          <FormattedMessage id={`location.view.${view}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}

/** The specification's words, and the way to do it for whoever may. */
function HomeMissing() {
  const may = useMay()
  const navigate = route.useNavigate()
  return (
    <Notice tone="caution" title={<FormattedMessage id="refusal.noHomeLocation" />}>
      <p>
        <FormattedMessage id="location.homeWhy" />
      </p>
      {may(updateDevice) ? (
        <Button
          leftSection={<IconHome size={18} aria-hidden />}
          onClick={() => void navigate({ search: (old) => ({ ...old, view: 'home' }) })}
        >
          <FormattedMessage id="location.setHome" />
        </Button>
      ) : null}
    </Notice>
  )
}

const NotShared = () => (
  <Nothing
    icon={<IconLock aria-hidden />}
    title={<FormattedMessage id="refusal.noLocation" />}
    why={<FormattedMessage id="location.notSharedWhy" />}
  />
)

function View() {
  const { device, latest, fences, track, everyone } = route.useLoaderData()
  const asked = route.useSearch().view
  const may = useMay()
  const view = asked === 'home' && !may(updateDevice) ? 'now' : asked
  if (view === 'all') return <AllView everyone={everyone} />
  if (!device || !latest) return null
  const { location } = latest
  if (!location) return <NotShared />
  const about = { device, location, fences }
  if (view === 'home') return <HomeView key={device.uuid} device={device} location={location} />
  return (
    <>
      {location.home ? null : <HomeMissing />}
      {view === 'now' ? <NowView {...about} loaded={latest} /> : null}
      {view === 'fences' ? <FencesView key={device.uuid} {...about} /> : null}
      {view === 'history' && track ? (
        <HistoryView key={`${device.uuid}/${track.day}/${track.days}`} {...about} track={track} />
      ) : null}
    </>
  )
}

export function LocationPage() {
  const { device } = route.useLoaderData()
  if (!device) {
    return (
      <Page title="menu.location">
        <Nothing
          icon={<IconDeviceWatch aria-hidden />}
          title={<FormattedMessage id="devices.empty" />}
          why={<FormattedMessage id="devices.emptyWhy" />}
        />
      </Page>
    )
  }
  return (
    <Page title="menu.location" actions={<Actions />}>
      <Tabs />
      <View />
    </Page>
  )
}
