import { newDevice } from '@carewatch/contracts/http/devices'
import type { DialogProps } from './names.ts'
import { openDialog } from './open.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useMay } from '../session/may.ts'
import { AddButton } from '../ui/controls/AddButton.tsx'

type Place = { [Name in keyof DialogProps['addDevicePopover']]: { uuid: string; name: string } | null }
type Props = Place & { label?: MessageId }

const named = (row: { uuid: string; name: string }) => ({ uuid: row.uuid, name: row.name })

/** Registers a device where one stands: what is known of its place is filled in. */
export function AddDevice({ label = 'devices.add', company, branch, owner }: Props) {
  const may = useMay()
  if (!may(newDevice)) return null
  const place = {
    ...(company && { company: named(company) }),
    ...(branch && { branch: named(branch) }),
    ...(owner && { owner: named(owner) }),
  }
  return <AddButton variant="default" label={label} onClick={() => openDialog('addDevicePopover', place)} />
}
