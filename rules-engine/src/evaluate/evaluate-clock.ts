import { applyChanges } from '../alarms/apply.ts'
import { applyGatewayChanges } from '../alarms/gateway.ts'
import { followFences } from './fences/operation-mode.ts'
import { type Court, remembering } from './evaluate-batches.ts'
import { releasedFences } from '../schedule/released-fences.ts'
import { silentDevices } from '../schedule/silent-devices.ts'
import { silentGateways } from '../schedule/silent-gateways.ts'
import { newsOf, tellAll } from '../alarms/publish.ts'

/** What the clock alone brings about: watches and gateways that fell silent or spoke again, fences whose hours are over. */
export async function judgeClock({ db, book, memory, rooms, tell }: Court, at: Date): Promise<void> {
  const news = await remembering({ db, memory, rooms }, async () => {
    const changes = [...(await silentDevices(db, at)), ...(await releasedFences(db, { book, memory, at }))]
    const profiles = await book.load(
      db,
      changes.map(({ deviceId }) => deviceId),
    )
    const ofWatches = await applyChanges(db, profiles, changes)
    await followFences(db, changes)
    const ofGateways = await applyGatewayChanges(db, await silentGateways(db), at)
    return newsOf(db, [...ofWatches, ...ofGateways])
  })
  tellAll(news, tell)
}
