import type { Gateway } from '@carewatch/contracts/http/blt-entities'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import type { Caller } from '../access/viewer.ts'
import { changeEntity } from './change-entity.ts'

/** Asks for the configuration to be sent; what the gateway reports back tells when it has it. */
export async function sendConfig(db: Db, caller: Caller, uuid: string): Promise<{ gateway: Gateway }> {
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
