import { deviceStatusChange, setSold } from '@carewatch/contracts/http/device-changes'
import type { Device } from '@carewatch/contracts/http/devices'
import { call } from '../../http/call.ts'
import { refusalOf } from '../../feedback/attempt.ts'
import type { Bulk } from '../../ui/list/BulkBar.tsx'
import { showDone } from '../../ui/page/done.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { snackFailure } from '../../feedback/snack.ts'

type Change = (device: Device) => Promise<unknown>

export const sold =
  (isSold: boolean): Change =>
  ({ uuid }) =>
    call(setSold, { body: { deviceUUID: uuid, isSold } })

export const active =
  (isActive: boolean): Change =>
  ({ uuid }) =>
    call(deviceStatusChange, { body: { uuid, isActive } })

/** One after the other; it stops at the first that is refused, and the list shows how far it came. */
const all = (change: Change) => async (rows: readonly Device[]) => {
  const refusal = await refusalOf(async () => {
    for (const row of rows) await change(row)
  })
  if (!refusal) {
    showDone('done.saved')
    return true
  }
  snackFailure(refusal)
  reloadScreens()
  return false
}

export const bulk: readonly Bulk<Device>[] = [
  { label: 'devices.setSold', run: all(sold(true)) },
  { label: 'devices.setUnsold', run: all(sold(false)) },
  { label: 'action.activate', run: all(active(true)) },
  { label: 'action.deactivate', run: all(active(false)), isDangerous: true },
]
