import type { Reply } from '@carewatch/contracts/http/endpoint'
import { ward } from '@carewatch/contracts/http/ward'
import { useInterval } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { roomChanges } from '../../live/live-atoms.ts'
import { notificationsAtom, waitingAtom } from '../../live/notifications.ts'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { store } from '../../store.ts'
import type { WardOrder } from './search.ts'
import { answeredAtAtom } from './use-values.ts'
import { callsOf, cellsOf, inOrderOf, type WardCall, type WardCell } from './ward-order.ts'

const POLL_MS = 30_000
const SETTLE_MS = 500
/** In a lively house something changes every second: so often nobody can read it. What is measured, and what calls, comes live. */
const AT_MOST_EVERY_MS = 5_000

export type Ward = Reply<typeof ward>
export type Board = {
  cells: readonly WardCell[]
  calls: readonly WardCall[]
  total: number
  at: Date
  waiting: number
  isOld: boolean
}
type Asked = { branch: string | undefined; by: WardOrder }

/** The people as they are now: asked for again when an alarm changes, when somebody comes or goes, and every half minute; what is measured comes live in between. While nobody answers, what was known stays, with its age. */
export function useWard(loaded: Ward, { branch: branchUuid, by }: Asked): Board {
  const { locale } = useIntl()
  const notifications = useAtomValue(notificationsAtom)
  const [asked, setAsked] = useState<(Ward & { of: string | undefined }) | null>(null)
  const [isOld, setOld] = useState(false)
  const changes = useAtomValue(roomChanges)
  const changed = branchUuid === undefined ? changes : changes.get(branchUuid)
  // The page was asked for just now: what calls comes live meanwhile.
  const [begun] = useState(() => Date.now())
  const askedAt = useRef(begun)
  const running = useRef(new Set<string | undefined>())

  const ask = useCallback(async () => {
    // One at a time: an answer that comes late must not take the place of a newer one.
    if (running.current.has(branchUuid)) return
    running.current.add(branchUuid)
    askedAt.current = Date.now()
    const refusal = await refusalOf(async () =>
      setAsked({ ...(await call(ward, { query: { branchUuid } })), of: branchUuid }),
    )
    running.current.delete(branchUuid)
    setOld(refusal !== null)
  }, [branchUuid])

  useInterval(() => void ask(), POLL_MS, { autoInvoke: true })
  useEffect(() => {
    const restMs = askedAt.current + AT_MOST_EVERY_MS - Date.now()
    const soon = setTimeout(() => void ask(), Math.max(SETTLE_MS, restMs))
    return () => clearTimeout(soon)
  }, [notifications, changed, ask])

  const isNewer = asked !== null && asked.of === branchUuid && asked.at > loaded.at
  const { people, calls: loadedCalls, total, at, waiting } = isNewer ? asked : loaded
  useEffect(() => store.set(answeredAtAtom, at), [at])
  useWatchedDevices(people.flatMap(({ devices }) => devices.map(({ uuid }) => uuid)))
  const cells = useMemo(
    () => inOrderOf(cellsOf(people, notifications), by, locale),
    [people, notifications, by, locale],
  )
  const calls = useMemo(
    () => callsOf({ people, calls: loadedCalls }, { notifications, branch: branchUuid }),
    [people, loadedCalls, notifications, branchUuid],
  )
  const inScope = useAtomValue(waitingAtom)
  return { cells, calls, total, at, waiting: branchUuid === undefined ? inScope : waiting, isOld }
}
