import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useMemo, useRef, useState } from 'react'
import { attempt } from '../feedback/attempt.ts'
import { type History, refined } from '../vitals/history.ts'
import { lengthOf, partOf, scaled, type Span } from '../vitals/span.ts'
import type { Subject } from '../vitals/subject.ts'

const PAUSE_MS = 250

export type Zoom = {
  /** The part one looks at; null: all of it. */
  part: Span | null
  history: History
  show: (span: Span | null) => void
  pinch: (around: Date, factor: number) => void
}

const widened = (span: Span): Span => {
  const { from, to } = span
  const air = lengthOf(span) / 2
  return { from: new Date(from.getTime() - air), to: new Date(to.getTime() + air) }
}

/** The part of a range that all graphs show. Where only extremes were loaded, the server is asked for what lies between. */
export function useZoom(whole: Span, loaded: History, subject: Pick<Subject, 'history'>): Zoom {
  const [part, setPart] = useState<Span | null>(null)
  const [fine, setFine] = useState<{ history: History; span: Span } | null>(null)
  const wanted = useRef<Span | null>(null)

  const ask = useDebouncedCallback(async (next: Span) => {
    if (wanted.current !== next) return
    const span = widened(next)
    const history = await attempt(() => subject.history(span))
    if (history && wanted.current === next) setFine({ history, span })
  }, PAUSE_MS)

  const isCoarse = loaded.spanMs > 0
  const show = useCallback(
    (asked: Span | null) => {
      const next = asked && partOf(whole, asked)
      wanted.current = next
      setPart(next)
      if (next && isCoarse) ask(next)
      if (!next) setFine(null)
    },
    [whole, isCoarse, ask],
  )
  const pinch = useCallback(
    (around: Date, factor: number) => show(scaled(wanted.current ?? whole, around, factor)),
    [show, whole],
  )
  const history = useMemo(() => (fine ? refined(loaded, fine.history, fine.span) : loaded), [loaded, fine])
  return useMemo(() => ({ part, history, show, pinch }), [part, history, show, pinch])
}
