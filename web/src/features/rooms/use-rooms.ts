import { roomsData } from '@carewatch/contracts/http/rooms'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { useInterval } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { roomChanges } from '../../live/live-atoms.ts'
import { notificationsAtom, waitingAtom } from '../../live/notifications.ts'
import { byPriority, evaluateRoom, type EvaluatedRoom, locatedIn } from './room-state.ts'

const POLL_MS = 15_000
const SETTLE_MS = 500
/** In a lively house rooms change every second: so often nobody can read them. */
const AT_MOST_EVERY_MS = 3_000

export type Rooms = Reply<typeof roomsData>
export type Wall = {
  rooms: readonly EvaluatedRoom[]
  at: Date
  waiting: number
  isOld: boolean
  ask: () => Promise<void>
}

/** The rooms as they are now: asked for again when an alarm changes, when somebody comes or goes, and every few seconds. While nobody answers, what was known stays, with its age. */
export function useRooms(loaded: Rooms, branchUuid: string | undefined): Wall {
  const { locale } = useIntl()
  const notifications = useAtomValue(notificationsAtom)
  const [asked, setAsked] = useState<Rooms | null>(null)
  const [isOld, setOld] = useState(false)
  const changes = useAtomValue(roomChanges)
  const changed = branchUuid === undefined ? changes : changes.get(branchUuid)
  const askedAt = useRef(0)

  const ask = useCallback(async () => {
    askedAt.current = Date.now()
    const refusal = await refusalOf(async () => setAsked(await call(roomsData, { query: { branchUuid } })))
    setOld(refusal !== null)
  }, [branchUuid])

  useInterval(() => void ask(), POLL_MS, { autoInvoke: true })
  useEffect(() => {
    const soon = setTimeout(() => void ask(), SETTLE_MS)
    return () => clearTimeout(soon)
  }, [notifications, ask])

  useEffect(() => {
    const restMs = askedAt.current + AT_MOST_EVERY_MS - Date.now()
    const soon = setTimeout(() => void ask(), Math.max(SETTLE_MS, restMs))
    return () => clearTimeout(soon)
  }, [changed, ask])

  const { rooms, at, waiting } = asked && asked.at > loaded.at ? asked : loaded
  const evaluated = useMemo(() => {
    const located = locatedIn(rooms)
    return byPriority(
      rooms.map((room) => evaluateRoom(room, notifications, located)),
      locale,
    )
  }, [rooms, notifications, locale])
  const inScope = useAtomValue(waitingAtom)
  return { rooms: evaluated, at, waiting: branchUuid === undefined ? inScope : waiting, isOld, ask }
}
