import { configureDevice } from '@carewatch/contracts/http/device-settings'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Stack } from '@mantine/core'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { tellDone } from '../../ui/done.ts'
import { SettingsMark } from '../../ui/SettingsMark.tsx'
import { Compare } from './Compare.tsx'
import { ReadOnly } from './ReadOnly.tsx'
import { SettingsForm } from './SettingsForm.tsx'

type Detail = Reply<typeof deviceDetail>

function Settings({ loaded: { device, owner, settings }, close }: { loaded: Detail; close: () => void }) {
  const may = useMay()
  const done = () => {
    close()
    tellDone('settings.sent')
  }
  return (
    <Stack>
      {may(configureDevice) ? (
        <>
          <SettingsMark state={settings} />
          <SettingsForm uuid={device.uuid} state={settings} onDone={done} onCancel={close} />
        </>
      ) : (
        <>
          <ReadOnly owner={owner} />
          <Compare state={settings} />
        </>
      )}
    </Stack>
  )
}

const definition = {
  suffix: (_: { uuid: string }, { device }: Detail) => device.name,
  load: ({ uuid }: { uuid: string }) => call(deviceDetail, { params: { uuid } }),
  size: 'xl',
  Body: Settings,
} as const

export const showConfigPopover = dialog<{ uuid: string }, Detail>({ title: 'page.settings', ...definition })

/** The same under the name by which the specification's labels call it. */
export const sendSettings = dialog<{ uuid: string }, Detail>({ title: 'settings.sendTitle', ...definition })
