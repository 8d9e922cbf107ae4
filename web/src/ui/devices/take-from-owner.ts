import { deleteOwner } from '@carewatch/contracts/http/device-changes'
import type { Device } from '@carewatch/contracts/http/devices'
import { call } from '../../http/call.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { doAndShow } from '../page/done.ts'
import { confirmed } from '../form/confirm.tsx'

export async function takeFromOwner({ uuid, ownerName }: Device): Promise<void> {
  const body = currentIntl().formatMessage({ id: 'devices.deleteOwnerBody' }, { name: ownerName ?? '' })
  if (await confirmed({ title: 'devices.deleteOwner', body, isDangerous: true }))
    await doAndShow('done.saved', () => call(deleteOwner, { body: { deviceUUID: uuid } }))
}
