import type { Reply } from '@carewatch/contracts/http/endpoint'
import { floorPlan } from '@carewatch/contracts/http/floor-plans'
import { useInterval } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'

/** Another picture, or a room that was placed, shows on a wall that nobody touches. */
const REREAD_MS = 5 * 60_000
/** While nothing is known of it. */
const RETRY_MS = 30_000

/** The plan of a branch; `found` is null while it could not be read. */
export type PlanOf = { branch: string; found: Reply<typeof floorPlan> | null }

/** What is shown once that came: an answer that failed takes nothing away that was known of the same branch. */
export const latestPlan = (known: PlanOf | null, next: PlanOf | null): PlanOf | null =>
  next && !next.found && known?.branch === next.branch ? known : next

/** The plan as it is now: asked for again by itself, so that nothing else on the board depends on it. */
export function usePlan(loaded: PlanOf | null): PlanOf | null {
  const [known, setKnown] = useState(loaded)
  const [seen, setSeen] = useState(loaded)
  if (seen !== loaded) {
    setSeen(loaded)
    setKnown(latestPlan(known, loaded))
  }
  const branch = loaded?.branch
  const ask = useCallback(async () => {
    if (branch === undefined) return
    await refusalOf(async () => {
      const found = await call(floorPlan, { params: { uuid: branch } })
      // What comes late is of a branch that is not shown any more.
      setKnown((before) => (before?.branch === branch ? { branch, found } : before))
    })
  }, [branch])
  useInterval(() => void ask(), known?.found ? REREAD_MS : RETRY_MS, { autoInvoke: true })
  return known
}
