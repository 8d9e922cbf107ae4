import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'

export const speeds = [1, 5, 15, 60] as const
export type Speed = (typeof speeds)[number]

/** At 1× a minute of the track is a second of ours. */
const TRACK_MS_A_SECOND = 60_000
const TICK_MS = 100
const CALM_TICK_MS = 1_000

export type Player = {
  from: number
  to: number
  at: number
  playing: boolean
  speed: Speed
  seek: (at: number) => void
  toggle: () => void
  setSpeed: (speed: Speed) => void
}

/** The clock of a track: it runs from its first to its last moment, as fast as one likes. */
export function usePlayer(from: number, to: number, playsAtOnce = false): Player {
  const [at, setAt] = useState(from)
  const [playing, setPlaying] = useState(playsAtOnce && from < to)
  const [speed, setSpeed] = useState<Speed>(15)
  const tickMs = useReducedMotion() ? CALM_TICK_MS : TICK_MS
  const tick = useEffectEvent(() => {
    const next = at + (TRACK_MS_A_SECOND * speed * tickMs) / 1_000
    setAt(Math.min(next, to))
    if (next >= to) setPlaying(false)
  })
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => tick(), tickMs)
    return () => clearInterval(timer)
  }, [playing, tickMs])
  const toggle = () => {
    if (!playing && at >= to) setAt(from)
    setPlaying(!playing)
  }
  return { from, to, at, playing, speed, seek: setAt, toggle, setSpeed }
}
