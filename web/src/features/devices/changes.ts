import { deviceStatusChange, setSold } from '@carewatch/contracts/http/device-changes'
import type { FacetName } from '@carewatch/contracts/fleet'
import type { Device } from '@carewatch/contracts/http/devices'
import type { DialogProps } from '../../dialogs/names.ts'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import type { MessageId } from '../../i18n/messages.ts'
import type { DevicesSearch, DeviceTab } from './search.ts'
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

type Which = Pick<DevicesSearch, FacetName | 'search'> & { filterKey: DeviceTab; digest: string }
/** All that match, as they were shown. */
type Whole = { which: Which; total: number }
type Kind = NonNullable<DialogProps['fleetWork']['ask']>['kind']

/** Asks for it in a dialog: with the devices chosen, or with all that match, as many as were shown. */
const withMany =
  (kind: Kind, whole: Whole | undefined) =>
  (rows: readonly Device[], isAll: boolean): Promise<boolean> => {
    openDialog('fleetWork', {
      ask:
        isAll && whole
          ? { kind, ...whole }
          : { kind, which: { uuids: rows.map(({ uuid }) => uuid) }, total: rows.length },
    })
    return Promise.resolve(false)
  }

/** What can be done with many devices, and with all of a list: of one's own only those that are chosen are meant. */
export function bulkOf(whole: Whole | undefined): readonly Bulk<Device>[] {
  const many = (label: MessageId, kind: Kind): Bulk<Device> => ({
    label,
    run: withMany(kind, whole),
    ...(whole && { takesAll: true }),
  })
  return [
    many('fleet.move', 'MOVE'),
    many('fleet.intervalAsk', 'INTERVAL'),
    many('command.kind.MEASURE', 'MEASURE'),
    many('command.kind.LOCATE', 'LOCATE'),
    { label: 'devices.setSold', run: all(sold(true)) },
    { label: 'devices.setUnsold', run: all(sold(false)) },
    many('action.activate', 'ACTIVATE'),
    { ...many('action.deactivate', 'DEACTIVATE'), isDangerous: true },
  ]
}
