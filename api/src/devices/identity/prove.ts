import type { Proof } from '@carewatch/contracts/proof'
import type { Db } from '@carewatch/platform/database/client'
import { deviceNetworks, deviceProofs } from '@carewatch/migrations/schema/proof'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import type { VisibleDevice } from '../../access/visible-device.ts'

type Proving = { device: VisibleDevice; how: Proof; network: string }

/** The device is known to be itself from now on, and by this network. */
export async function prove(tx: Db, caller: Caller, { device, how, network }: Proving): Promise<void> {
  const { id: deviceId, uuid, companyId } = device
  const at = new Date()
  const proof = { how, at, userId: caller.id }
  await tx
    .insert(deviceProofs)
    .values({ deviceId, ...proof })
    .onConflictDoUpdate({ target: deviceProofs.deviceId, set: proof })
  const known = { knownAt: at, knownById: caller.id }
  await tx
    .insert(deviceNetworks)
    .values({ deviceId, network, ...known })
    .onConflictDoUpdate({ target: [deviceNetworks.deviceId, deviceNetworks.network], set: known })
  await audit(tx, caller, { action: 'identityChanged', entity: 'device', uuid, companyId, detail: { how } })
}
