import { entityDetail } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { call } from '../../http/call.ts'

export type Entity = Reply<typeof entityDetail>

export const loadEntity = ({ mac }: { mac: string }): Promise<Entity> =>
  call(entityDetail, { params: { macAddress: mac } })

export const nameOf = (_: unknown, { gateway, beacon }: Entity): string | undefined =>
  gateway?.name ?? beacon?.name
