import { configureDevice } from '@carewatch/contracts/http/device-settings'
import { IconDeviceWatch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { showDone } from '../../ui/page/done.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { SettingsMark } from '../../ui/devices/SettingsMark.tsx'
import { useReloadWhile } from '../../ui/page/use-reload-while.ts'
import { Compare } from './Compare.tsx'
import { History } from './History.tsx'
import { ReadOnly } from './ReadOnly.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const route = getRouteApi('/_shell/user/settings')

function NoDevice() {
  return (
    <Page title="page.settings">
      <Nothing
        icon={<IconDeviceWatch aria-hidden />}
        title={<FormattedMessage id="devices.empty" />}
        why={<FormattedMessage id="devices.emptyWhy" />}
      />
    </Page>
  )
}

function Actions() {
  const { devices, device } = route.useLoaderData()
  const navigate = route.useNavigate()
  if (!device) return null
  return (
    <>
      <DevicePicker
        devices={devices}
        value={device.uuid}
        onPick={(uuid) => void navigate({ search: { device: uuid ?? undefined } })}
      />
      <LinkButton to="/user/device/$uuid" params={{ uuid: device.uuid }} variant="default">
        <FormattedMessage id="page.device" />
      </LinkButton>
    </>
  )
}

/** The settings of a watch: what it should do, what it says it does, and who changed what. */
export function SettingsPage() {
  const may = useMay()
  const navigate = route.useNavigate()
  const { page = 1 } = route.useSearch()
  const { device, detail, history } = route.useLoaderData()
  const state = detail?.settings
  useReloadWhile(state?.waiting ?? false, `${device?.uuid}/${state?.revision}`)
  if (!device || !detail || !state || !history) return <NoDevice />
  return (
    <Page title="page.settings" subject={device.name} actions={<Actions />}>
      {may(configureDevice) ? (
        <>
          <SettingsMark state={state} />
          <SettingsForm
            key={device.uuid}
            uuid={device.uuid}
            state={state}
            onDone={() => showDone('settings.sent')}
          />
        </>
      ) : (
        <ReadOnly owner={detail.owner} />
      )}
      <Compare state={state} />
      <History
        history={history}
        page={page}
        onPage={(to) => void navigate({ search: (old) => ({ ...old, page: to }) })}
      />
    </Page>
  )
}
