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
import { heardSince, steadySince } from './steady.ts'
import { alarmEvents, publishAll } from '../alarms/publish.ts'
import { endOutages } from './outages/end.ts'
import { gatherSilences } from './outages/gather.ts'

/** Of the watches that are told by themselves one round takes so many: readings wait for it. */
const ALONE_AT_ONCE = 1_000

/** What the clock alone brings about: watches and gateways that fell silent or spoke again, by themselves or as an outage, people who give no sign or do not say that they are well, fences whose hours are over, and what brokers noticed meanwhile. */
export async function evaluateClock(
  { db, deviceCache, memory, rooms, publish }: EvaluationContext,
  at: Date,
): Promise<void> {
  const events = await withRuleMemory({ db, memory, rooms }, async () => {
    const steady = await steadySince(db, at)
    const audible = await heardSince(db, { at, steady })
    const { alone, outcomes } = await gatherSilences(db, await silentDevices(db, at, audible), at)
    const changes = [
      ...alone.slice(0, ALONE_AT_ONCE),
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
    const ofGateways = await applyGatewayChanges(db, await silentGateways(db, audible), at)
    return alarmEvents(db, [...outcomes, ...ofWatches, ...ofGateways, ...(await endOutages(db, at))])
  })
  publishAll(events, publish)
}
