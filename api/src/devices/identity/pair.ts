import { timingSafeEqual } from 'node:crypto'
import type { confirmPairing as contract } from '@carewatch/contracts/http/device-identity'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { PAIRING_TRIES } from '@carewatch/contracts/proof'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { hashPairingCode } from '@carewatch/platform/credentials/pairing-code'
import { pairingCodes } from '@carewatch/migrations/schema/proof'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleDevice } from '../../access/visible-device.ts'
import { formatOfDevice } from '../models/model.ts'
import { identityOf } from './identity.ts'
import { prove } from './prove.ts'

/** Asks whichever broker has the watch to show a code on its screen. */
export async function pairDevice(db: Db, caller: Caller, uuid: string): Promise<Reply<typeof contract>> {
  const device = await getVisibleDevice(db, caller, { uuid })
  const { showsText } = await formatOfDevice(db, device)
  if (!showsText) throw new Refusal('conflict', 'notOfThisModel')
  await db.transaction(async (tx) => {
    await asItself(tx, () => tx.delete(pairingCodes).where(eq(pairingCodes.deviceId, device.id)))
    await tx.execute(sql`select pg_notify('pairing_asked', ${String(device.id)})`)
    const { companyId } = device
    await audit(tx, caller, {
      action: 'identityChanged',
      entity: 'device',
      uuid,
      companyId,
      detail: { asked: 'code' },
    })
  })
  return identityOf(db, device)
}

/** Each wrong code counts against all that are shown, so that none is guessed. */
async function findByCode(db: Db, deviceId: number, code: string): Promise<{ network: string } | undefined> {
  const isGood = and(
    eq(pairingCodes.deviceId, deviceId),
    gt(pairingCodes.expiresAt, sql`now()`),
    lt(pairingCodes.tries, PAIRING_TRIES),
  )
  const shown = await asItself(db, () =>
    db
      .update(pairingCodes)
      .set({ tries: sql`${pairingCodes.tries} + 1` })
      .where(isGood)
      .returning({ network: pairingCodes.network, codeHash: pairingCodes.codeHash }),
  )
  const hash = hashPairingCode(deviceId, code)
  return shown.find(({ codeHash }) => timingSafeEqual(codeHash, hash))
}

/** Whoever holds the watch has read what was sent down one connection: that one is the watch's. */
export async function confirmPairing(
  db: Db,
  caller: Caller,
  { params: { uuid }, body: { code } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const device = await getVisibleDevice(db, caller, { uuid })
  const found = await findByCode(db, device.id, code)
  if (!found) throw new Refusal('conflict', 'codeWrong')
  await db.transaction(async (tx) => {
    await prove(tx, caller, { device, how: 'PAIRED', network: found.network })
    await asItself(tx, () => tx.delete(pairingCodes).where(eq(pairingCodes.deviceId, device.id)))
  })
  return identityOf(db, device)
}
