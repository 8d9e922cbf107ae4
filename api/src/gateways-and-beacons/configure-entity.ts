import type { configureEntity as contract } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { GatewayConfig } from '@carewatch/contracts/rooms'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import { limitNames, limitsOf, refuseCrossedLimits } from './beacon-limits.ts'
import { changeEntity, refuseFields } from './change-entity.ts'

const configNames = GatewayConfig.keyof().options

/** What is not named stays as it is. */
export const configureEntity = (
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> =>
  changeEntity(db, caller, {
    uuid: body.uuid,
    action: 'configured',
    gateway: ({ config }) => {
      refuseFields(body, limitNames)
      const asked = configNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))
      const { rssiOffset } = body
      return {
        config: { ...config, ...Object.fromEntries(asked) },
        ...(rssiOffset !== undefined && { rssiOffset }),
      }
    },
    beacon: (row) => {
      refuseFields(body, [...configNames, 'rssiOffset'])
      const limits = limitsOf(body)
      refuseCrossedLimits({ ...row, ...limits })
      return limits
    },
  })
