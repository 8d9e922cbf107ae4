import { askedMsOf } from '@carewatch/contracts/freshness'
import type { tryLimits as contract } from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import {
  crossedBound,
  limitBounds,
  type LimitMap,
  limitsFor,
  limitsForAll,
} from '@carewatch/contracts/limits'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { watchSettings } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { measuringOfDevice } from '../../devices/models/model.ts'
import { limitsBehind } from '../../devices/settings/limits.ts'
import type { DeviceRow } from '../../devices/save-device.ts'

type Asked = Input<typeof contract>

/** What is agreed about a device with the limits as they would be and as they are. */
export async function agreementsOf(db: Db, device: DeviceRow, { metric: name, limits }: Asked['body']) {
  const [settings] = await db.select().from(watchSettings).where(eq(watchSettings.deviceId, device.id))
  if (!settings) throw new Refusal('notFound')
  const behind = await limitsBehind(db, device)
  const named = limitBounds.filter((bound) => limits[bound] !== null)
  const tried: LimitMap = { [name]: Object.fromEntries(named.map((bound) => [bound, limits[bound]])) }
  const crossed = crossedBound(name, tried, ...behind)
  if (crossed) throw new InvalidFields({ [`limits.${crossed.bound}`]: crossed.why })

  const rest = { askedMs: askedMsOf(settings), measuring: await measuringOfDevice(db, device) }
  return {
    given: { limits: { [name]: limitsFor(name, tried, ...behind) }, ...rest },
    present: { limits: limitsForAll(settings.limits, ...behind), ...rest },
  }
}
