import {
  changeOwner,
  cloneDevices,
  deleteDevice,
  deleteOwner,
  deviceStatusChange,
  resetDevice,
  setSold,
  updateDevice,
} from '@carewatch/contracts/http/device-changes'
import { configureDevice } from '@carewatch/contracts/http/device-settings'
import { sendSetUpSms } from '@carewatch/contracts/http/device-set-up'
import type { Device } from '@carewatch/contracts/http/devices'
import { useNavigate } from '@tanstack/react-router'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { deletion } from '../../ui/controls/row-actions.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { resetAfterAsking } from '../../ui/devices/reset-device.ts'
import { useModel } from '../../ui/devices/use-model.ts'
import { takeFromOwner } from '../../ui/devices/take-from-owner.ts'
import { active, sold } from './changes.ts'

/** What can be done with one device, by right. */
export function DeviceActions({ device }: { device: Device }) {
  const may = useMay()
  const navigate = useNavigate()
  const model = useModel(device.deviceModel)
  const { uuid, name, isSold, isActive, ownerUUID } = device
  const toggle = (change: (to: boolean) => (device: Device) => Promise<unknown>, to: boolean) => () =>
    void doAndShow('done.saved', () => change(to)(device))
  return (
    <RowMenu
      of={name}
      actions={[
        { label: 'devices.open', run: () => void navigate({ to: '/user/device/$uuid', params: { uuid } }) },
        { label: 'devices.vitals', run: () => openDialog('showOverviewPopover', { uuid }) },
        { label: 'devices.graphs', run: () => openDialog('showDeviceMonitoring', { uuid }) },
        { label: 'location.view.now', run: () => openDialog('showLocationPopover', { uuid }) },
        { label: 'page.settings', run: () => openDialog('showConfigPopover', { uuid }) },
        may(configureDevice) && { label: 'settings.change', run: () => openDialog('sendSettings', { uuid }) },
        may(updateDevice) && { label: 'action.edit', run: () => openDialog('editDevice', { uuid }) },
        may(sendSetUpSms) &&
          model?.transport === 'TCP' && {
            label: 'addDevice.connect',
            run: () => openDialog('connectDevice', { uuid }),
          },
        may(changeOwner) && { label: 'devices.changeOwner', run: () => openDialog('changeOwner', { uuid }) },
        may(deleteOwner) &&
          ownerUUID !== null && { label: 'devices.deleteOwner', run: () => void takeFromOwner(device) },
        may(setSold) && {
          label: isSold ? 'devices.setUnsold' : 'devices.setSold',
          run: toggle(sold, !isSold),
        },
        may(deviceStatusChange) && {
          label: isActive ? 'action.deactivate' : 'action.activate',
          run: toggle(active, !isActive),
        },
        may(cloneDevices) && { label: 'devices.clone', run: () => openDialog('cloneDevices', { uuid }) },
        may(resetDevice) && {
          label: 'devices.reset',
          isDangerous: true,
          run: () => void resetAfterAsking(uuid),
        },
        may(deleteDevice) && deletion(() => call(deleteDevice, { params: { uuid } })),
      ]}
    />
  )
}
