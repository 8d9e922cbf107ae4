import type { configureDevice as contract } from '@carewatch/contracts/http/device-settings'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { branchOfTrace } from '../branch-of-trace.ts'
import { holdSettings, saveSettings } from './save-settings.ts'
import { limitsBehind } from './limits.ts'
import { readSettings, refuseContradictions } from './rules.ts'
import { settingsOf, settingsState } from './state.ts'
import { getVisibleDevice } from '../../access/visible-device.ts'

/** Changes the named settings; the others stay as they are. The watch gets all of them as soon as it listens. */
export async function configureDevice(
  db: Db,
  caller: Caller,
  { deviceUUID: uuid, revision, ...asked }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const changes = readSettings(asked)
  await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    const row = await holdSettings(tx, device.id)
    if (revision !== undefined && revision !== row.revision) throw new Refusal('conflict')
    const next = { ...settingsOf(device, row), ...changes }
    refuseContradictions(next, changes, await limitsBehind(tx, device))
    const fields = await saveSettings(tx, caller, { device, row, changes })
    const { companyId } = device
    const detail = { fields, ...(await branchOfTrace(tx, device)) }
    await audit(tx, caller, { action: 'configured', entity: 'device', uuid, companyId, detail })
  })
  return settingsState(db, await getVisibleDevice(db, caller, { uuid }))
}
