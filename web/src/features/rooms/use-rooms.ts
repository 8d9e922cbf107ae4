import { roomsData } from '@carewatch/contracts/http/blt-rooms'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { useInterval } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { refusalOf } from '../../http/attempt.ts'
import { call } from '../../http/call.ts'
import { notificationsAtom } from '../../live/notifications.ts'
import { byPriority, judge, type Judged } from './room-state.ts'

const POLL_MS = 15_000
const SETTLE_MS = 500

export type Rooms = Reply<typeof roomsData>
export type Wall = { rooms: readonly Judged[]; at: Date; isOld: boolean; ask: () => Promise<void> }

/** The rooms as they are now: asked for again when an alarm changes and every few seconds. While nobody answers, what was known stays, with its age. */
export function useRooms(loaded: Rooms, branchUuid: string | undefined): Wall {
  const { locale } = useIntl()
  const notifications = useAtomValue(notificationsAtom)
  const [asked, setAsked] = useState<Rooms | null>(null)
  const [isOld, setOld] = useState(false)

  const ask = useCallback(async () => {
    const refusal = await refusalOf(async () => setAsked(await call(roomsData, { query: { branchUuid } })))
    setOld(refusal !== null)
  }, [branchUuid])

  useInterval(() => void ask(), POLL_MS, { autoInvoke: true })
  useEffect(() => {
    const soon = setTimeout(() => void ask(), SETTLE_MS)
    return () => clearTimeout(soon)
  }, [notifications, ask])

  const { rooms, at } = asked && asked.at > loaded.at ? asked : loaded
  const judged = useMemo(
    () =>
      byPriority(
        rooms.map((room) => judge(room, notifications)),
        locale,
      ),
    [rooms, notifications, locale],
  )
  return { rooms: judged, at, isOld, ask }
}
