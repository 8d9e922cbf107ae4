import type { changeNetwork as contract } from '@carewatch/contracts/http/device-identity'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { deviceNetworks, deviceProofs } from '@carewatch/migrations/schema/proof'
import { and, eq } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { identityOf } from './identity.ts'
import { prove } from './prove.ts'

type Network = { device: VisibleDevice; network: string }

async function isProven(tx: Db, deviceId: number): Promise<boolean> {
  return (await tx.$count(deviceProofs, eq(deviceProofs.deviceId, deviceId))) > 0
}

const isThat = ({ device, network }: Network) =>
  and(eq(deviceNetworks.deviceId, device.id), eq(deviceNetworks.network, network))

async function change(tx: Db, caller: Caller, { device, network, isKnown }: Network & { isKnown: boolean }) {
  const now = new Date()
  // What is taken back is as new: it is not the device's again by itself because it was seen for long.
  const known = isKnown
    ? { knownAt: now, knownById: caller.id }
    : { knownAt: null, knownById: null, firstSeenAt: now }
  await tx.update(deviceNetworks).set(known).where(isThat({ device, network }))
  const { uuid, companyId } = device
  const detail = { isKnown }
  await audit(tx, caller, { action: 'identityChanged', entity: 'device', uuid, companyId, detail })
}

/** Whoever knows from where a device connects says so: with the first network of its own it is proven. */
export async function changeNetwork(
  db: Db,
  caller: Caller,
  { params: { uuid }, body: { network, isKnown } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const device = await getVisibleDevice(db, caller, { uuid })
  if ((await db.$count(deviceNetworks, isThat({ device, network }))) === 0) throw new Refusal('notFound')
  await db.transaction(async (tx) => {
    if (isKnown && !(await isProven(tx, device.id)))
      await prove(tx, caller, { device, how: 'ACCEPTED', network })
    else await change(tx, caller, { device, network, isKnown })
  })
  return identityOf(db, device)
}
