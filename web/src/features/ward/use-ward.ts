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
import type { WardOrder } from './search.ts'
import { cellsOf, inOrderOf, type WardCell } from './ward-order.ts'

const POLL_MS = 30_000
const SETTLE_MS = 500
/** In a lively house something changes every second: so often nobody can read it. What is measured, and what calls, comes live. */
const AT_MOST_EVERY_MS = 5_000

export type Ward = Reply<typeof ward>
export type Board = {
  cells: readonly WardCell[]
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
  const [asked, setAsked] = useState<Ward | null>(null)
  const [isOld, setOld] = useState(false)
  const changes = useAtomValue(roomChanges)
  const changed = branchUuid === undefined ? changes : changes.get(branchUuid)
  const askedAt = useRef(0)

  const ask = useCallback(async () => {
    askedAt.current = Date.now()
    const refusal = await refusalOf(async () => setAsked(await call(ward, { query: { branchUuid } })))
    setOld(refusal !== null)
  }, [branchUuid])

  useInterval(() => void ask(), POLL_MS, { autoInvoke: true })
  useEffect(() => {
    const restMs = askedAt.current + AT_MOST_EVERY_MS - Date.now()
    const soon = setTimeout(() => void ask(), Math.max(SETTLE_MS, restMs))
    return () => clearTimeout(soon)
  }, [notifications, changed, ask])

  const { people, total, at, waiting } = asked && asked.at > loaded.at ? asked : loaded
  useWatchedDevices(people.flatMap(({ devices }) => devices.map(({ uuid }) => uuid)))
  const cells = useMemo(
    () => inOrderOf(cellsOf(people, notifications), by, locale),
    [people, notifications, by, locale],
  )
  const inScope = useAtomValue(waitingAtom)
  return { cells, total, at, waiting: branchUuid === undefined ? inScope : waiting, isOld }
}
