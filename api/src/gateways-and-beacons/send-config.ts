import type { Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { deviceModels } from '@carewatch/migrations/schema/devices'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { visibleGateways } from '../access/visible.ts'
import { formatOfModel } from '../devices/models/model.ts'
import { changeEntity } from './change-entity.ts'

/** One that can be told nothing is not made to wait for it. */
async function refuseDeaf(db: Db, caller: Caller, uuid: string): Promise<void> {
  const [found] = await db
    .select({ model: gateways.model, format: deviceModels.format })
    .from(gateways)
    .leftJoin(deviceModels, eq(deviceModels.name, gateways.model))
    .where(and(eq(gateways.uuid, uuid), visibleGateways(caller)))
  if (found && formatOfModel(found.format ?? found.model).config.length === 0)
    throw new Refusal('conflict', 'notOfThisModel')
}

/** Asks for the configuration to be sent; what the gateway reports back tells when it has it. */
export async function sendConfig(db: Db, caller: Caller, uuid: string): Promise<{ gateway: Gateway }> {
  await refuseDeaf(db, caller, uuid)
  const { gateway } = await changeEntity(db, caller, {
    uuid,
    action: 'commanded',
    gateway: ({ configRevision }) => ({
      configRevision: configRevision + 1,
      configRequestedAt: new Date(),
    }),
    beacon: () => {
      throw new Refusal('notFound')
    },
  })
  if (!gateway) throw new Refusal('notFound')
  return { gateway }
}
