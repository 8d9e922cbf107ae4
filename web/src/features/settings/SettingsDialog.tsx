import { configureDevice } from '@carewatch/contracts/http/device-settings'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { type BodyProps, dialog } from '../../dialogs/dialog.ts'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { showDone } from '../../ui/page/done.ts'
import { SettingsMark } from '../../ui/devices/SettingsMark.tsx'
import { Compare } from './Compare.tsx'
import { ReadOnly } from './ReadOnly.tsx'
import { SettingsForm } from './SettingsForm.tsx'

type Of = { uuid: string }
type Body = BodyProps<Of, Reply<typeof deviceDetail>>

function Show({ props: { uuid }, loaded: { owner, settings } }: Body) {
  const may = useMay()
  return (
    <Stack>
      {may(configureDevice) ? (
        <Button
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconSend size={18} aria-hidden />}
          onClick={() => openDialog('sendSettings', { uuid })}
        >
          <FormattedMessage id="settings.change" />
        </Button>
      ) : (
        <ReadOnly owner={owner} />
      )}
      <Compare state={settings} />
    </Stack>
  )
}

function Send({ loaded: { device, settings }, close }: Body) {
  const done = () => {
    close()
    showDone('settings.sent')
  }
  return (
    <Stack>
      <SettingsMark state={settings} />
      <SettingsForm uuid={device.uuid} state={settings} onDone={done} onCancel={close} />
    </Stack>
  )
}

const definition = {
  suffix: (_: Of, { device }: Body['loaded']) => device.name,
  load: ({ uuid }: Of) => call(deviceDetail, { params: { uuid } }),
  size: 'xl',
} as const

/** What the watch should do beside what it says it does. */
export const showConfigPopover = dialog<Of, Body['loaded']>({
  ...definition,
  title: 'page.settings',
  Body: Show,
})

export const sendSettings = dialog<Of, Body['loaded']>({
  ...definition,
  title: 'settings.sendTitle',
  Body: Send,
})
