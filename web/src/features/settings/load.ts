import { settingsHistory } from '@carewatch/contracts/http/device-settings'
import { call } from '../../http/call.ts'
import { activeDevice } from '../../session/active-device.ts'

type Asked = { device?: string | undefined; page?: number | undefined }

export async function loadSettings({ device: asked, page }: Asked) {
  const active = await activeDevice(asked)
  if (!active.device) return { ...active, history: null }
  const history = await call(settingsHistory, { params: { uuid: active.device.uuid }, query: { page } })
  return { ...active, history }
}
