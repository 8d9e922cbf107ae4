import { resetDevice } from '@carewatch/contracts/http/device-changes'
import { call } from '../../http/call.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { doAndShow } from '../page/done.ts'
import { confirmed } from '../form/confirm.tsx'

/** 'This will erase all owners and relatives of device also' (specification, point 8). */
export async function resetAfterAsking(uuid: string): Promise<void> {
  const intl = currentIntl()
  const body = [
    intl.formatMessage({ id: 'devices.resetBody' }),
    intl.formatMessage({ id: 'devices.resetEnds' }),
  ].join('. ')
  if (await confirmed({ title: 'devices.reset', body, confirm: 'devices.reset', isDangerous: true }))
    await doAndShow('devices.resetDone', () => call(resetDevice, { params: { uuid }, body: {} }))
}
