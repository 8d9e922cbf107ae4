import { applyChanges } from './alarms/apply.ts'
import { followFences } from './fences/operation-mode.ts'
import { type Court, remembering } from './judge-batches.ts'
import { releasedFences } from './sweeps/released-fences.ts'
import { silentDevices } from './sweeps/silent-devices.ts'
import { tellOutcomes } from './tell.ts'

/** What the clock alone brings about: watches that fell silent or spoke again, fences whose hours are over. */
export async function judgeClock({ db, book, memory, tell }: Court, at: Date): Promise<void> {
  const { profiles, outcomes } = await remembering({ db, memory }, async () => {
    const changes = [...(await silentDevices(db, at)), ...(await releasedFences(db, { book, memory, at }))]
    const profiles = await book.load(
      db,
      changes.map(({ deviceId }) => deviceId),
    )
    const outcomes = await applyChanges(db, profiles, changes)
    await followFences(db, changes)
    return { profiles, outcomes }
  })
  await tellOutcomes(db, profiles, { outcomes, tell })
}
