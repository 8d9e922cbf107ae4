import { discardWalk, type Walk, walkProgress } from '@carewatch/contracts/http/calibration'
import { useInterval } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { isOver } from './walk-state.ts'

const POLL_MS = 2_000
const SECOND_MS = 1_000
const GONE = 404

export type Ending = 'over' | 'gone'
type Known = { walk: Walk; readAt: number }

const secondsAt = ({ walk, readAt }: Known, now: number): number =>
  walk.seconds + Math.max(0, Math.floor((now - readAt) / SECOND_MS))

/** A walk as the gateways see it, and how long it lasts by the server's clock; told once when it can no more be finished. */
export function useWalk(uuid: string, onEnded: (ending: Ending) => void) {
  const [known, setKnown] = useState<Known | null>(null)
  const [isOffline, setOffline] = useState(false)
  const [now, setNow] = useState(() => performance.now())
  const ending = useRef(false)
  const last = useRef<Known | null>(null)

  const read = useCallback(async () => {
    const refusal = await refusalOf(async () => {
      const { walk } = await call(walkProgress, { params: { uuid } })
      last.current = { walk, readAt: performance.now() }
      setKnown(last.current)
    })
    setOffline(refusal !== null && refusal.status !== GONE)
    if (refusal?.status !== GONE || ending.current) return
    ending.current = true
    // A phone that slept finds it forgotten.
    onEnded(last.current && isOver(secondsAt(last.current, performance.now())) ? 'over' : 'gone')
  }, [uuid, onEnded])
  const asked = useRef<Promise<void>>(undefined)
  const ask = useCallback(() => {
    if (!ending.current) asked.current = read()
  }, [read])

  useEffect(() => {
    const soon = setTimeout(ask)
    return () => clearTimeout(soon)
  }, [ask])
  useInterval(ask, POLL_MS, { autoInvoke: true })
  useInterval(() => setNow(performance.now()), SECOND_MS, { autoInvoke: true })
  const seconds = known ? secondsAt(known, now) : 0
  const isTooLong = isOver(seconds)
  useEffect(() => {
    if (!isTooLong || ending.current) return
    ending.current = true
    // The server forgets it by itself as well.
    void refusalOf(() => call(discardWalk, { params: { uuid } })).then(() => onEnded('over'))
  }, [isTooLong, uuid, onEnded])
  /** It is being ended here, and nobody else is to blame when it is gone: what was asked before is waited for, and nothing is asked after. */
  const onEnding = useCallback(async (isEnding: boolean) => {
    ending.current = isEnding
    await asked.current
  }, [])
  return { walk: known?.walk ?? null, seconds, isOffline, onEnding }
}
