import { allAlarms } from '@carewatch/contracts/http/alarms'
import { updateDevice } from '@carewatch/contracts/http/device-changes'
import { configureDevice } from '@carewatch/contracts/http/device-settings'
import { tasksOfDevice } from '@carewatch/contracts/http/tasks'
import { Button } from '@mantine/core'
import { IconDeviceWatchOff, IconMapPin, IconPencil, IconSend } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { mayCall, useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { LinkTabs, linkTab } from '../../ui/page/LinkTabs.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { AboutView } from './AboutView.tsx'
import { AlarmsView } from './AlarmsView.tsx'
import { CommandsView } from './CommandsView.tsx'
import type { Detail } from './load.ts'
import { PeopleView } from './PeopleView.tsx'
import { RecordsView } from './RecordsView.tsx'
import { type DeviceView, deviceViews } from './search.ts'
import { TasksView } from './TasksView.tsx'
import { lineOf } from '../../ui/people/place-name.ts'

const route = getRouteApi('/_shell/user/device/$uuid')

/** Somebody deleted it meanwhile, or its address was never right: said in words, with a way out. */
function Gone() {
  return (
    <Page title="page.device">
      <Nothing
        icon={<IconDeviceWatchOff aria-hidden />}
        title={<FormattedMessage id="device.gone" />}
        why={<FormattedMessage id="device.goneWhy" />}
        action={
          <LinkButton to="/" variant="default">
            <FormattedMessage id="device.back" />
          </LinkButton>
        }
      />
    </Page>
  )
}

function Actions({ uuid }: { uuid: string }) {
  const may = useMay()
  return (
    <>
      <LinkButton
        to="/user/location"
        search={{ device: uuid }}
        variant="default"
        leftSection={<IconMapPin size={18} aria-hidden />}
      >
        <FormattedMessage id="menu.location" />
      </LinkButton>
      {may(configureDevice) ? (
        <Button
          variant="default"
          leftSection={<IconSend size={18} aria-hidden />}
          onClick={() => openDialog('sendSettings', { uuid })}
        >
          <FormattedMessage id="settings.change" />
        </Button>
      ) : null}
      {may(updateDevice) ? (
        <Button
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={() => openDialog('editDevice', { uuid })}
        >
          <FormattedMessage id="action.edit" />
        </Button>
      ) : null}
    </>
  )
}

function useViews(): readonly DeviceView[] {
  const role = useAtomValue(userAtom)?.role
  return deviceViews.filter((view) => {
    if (!role) return false
    if (view === 'alarms') return mayCall(allAlarms, role)
    return view !== 'tasks' || mayCall(tasksOfDevice, role)
  })
}

function Tabs({ uuid, shown }: { uuid: string; shown: DeviceView }) {
  const intl = useIntl()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'device.views' })}>
      {useViews().map((view) => (
        <Link
          key={view}
          to="/user/device/$uuid"
          params={{ uuid }}
          search={view === 'about' ? {} : { view }}
          className={linkTab}
          activeOptions={{ includeSearch: true, exact: true }}
          aria-current={shown === view ? 'page' : undefined}
        >
          <FormattedMessage id={`device.view.${view}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}

function View({ view, detail }: { view: DeviceView; detail: Detail }) {
  const { parts } = route.useLoaderData()
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const paging = { page, onPage: (to: number) => void navigate({ search: (old) => ({ ...old, page: to }) }) }
  if (view === 'people') return <PeopleView detail={detail} relatives={parts.people?.relatives ?? null} />
  if (view === 'commands')
    return <CommandsView detail={detail} commands={parts.commands?.commands} {...paging} />
  if (view === 'alarms') return <AlarmsView alarms={parts.alarms?.alarms} {...paging} />
  if (view === 'tasks') return <TasksView tasks={parts.tasks?.tasks} {...paging} />
  if (view === 'records') return <RecordsView detail={detail} records={parts.records} {...paging} />
  return <AboutView detail={detail} identity={parts.about?.identity} profile={parts.about?.profile} />
}

/** One device: who wears it, how it is, who looks after it, what it was sent and what it reported. */
export function DevicePage() {
  const { detail } = route.useLoaderData()
  const { view = 'about' } = route.useSearch()
  const { uuid } = route.useParams()
  const intl = useIntl()
  useWatchedDevices(detail ? [uuid] : [])
  if (!detail) return <Gone />
  return (
    <Page title="page.device" subject={lineOf(intl, detail.device)} actions={<Actions uuid={uuid} />}>
      <Tabs uuid={uuid} shown={view} />
      <View view={view} detail={detail} />
    </Page>
  )
}
