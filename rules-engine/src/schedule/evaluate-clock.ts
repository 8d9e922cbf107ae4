import { applyChanges } from '../alarms/apply.ts'
import { applyGatewayChanges } from '../alarms/gateway.ts'
import { followFences } from '../evaluate/fences/operation-mode.ts'
import { type EvaluationContext, withRuleMemory } from '../evaluate/evaluate-batches.ts'
import { identityConflicts } from './identity-conflicts.ts'
import { inactivity } from './inactivity.ts'
import { missedCheckIns } from './missed-check-ins.ts'
import { releasedFences } from './released-fences.ts'
import { silentDevices } from './silent-devices.ts'
import { silentGateways } from './silent-gateways.ts'
import { steadySince } from './steady.ts'
import { alarmEvents, publishAll } from '../alarms/publish.ts'

/** What the clock alone brings about: watches and gateways that fell silent or spoke again, people who give no sign or do not say that they are well, fences whose hours are over, and what brokers noticed meanwhile. */
export async function evaluateClock(
  { db, deviceCache, memory, rooms, publish }: EvaluationContext,
  at: Date,
): Promise<void> {
  const events = await withRuleMemory({ db, memory, rooms }, async () => {
    const steady = await steadySince(db, at)
    const changes = [
      ...(await silentDevices(db, at)),
      ...(await inactivity(db, { at, steady })),
      ...(await missedCheckIns(db, { at, steady })),
      ...(await identityConflicts(db, at)),
      ...(await releasedFences(db, { deviceCache, memory, at })),
    ]
    const profiles = await deviceCache.load(
      db,
      changes.map(({ deviceId }) => deviceId),
    )
    const ofWatches = await applyChanges(db, profiles, changes)
    await followFences(db, changes)
    const ofGateways = await applyGatewayChanges(db, await silentGateways(db), at)
    return alarmEvents(db, [...ofWatches, ...ofGateways])
  })
  publishAll(events, publish)
}
