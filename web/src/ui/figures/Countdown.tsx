import { useEffect, useRef, useState } from 'react'
import { Ltr } from './Ltr.tsx'
import { countdown } from './countdown.ts'

const SECOND_MS = 1_000

const ticks = new Set<() => void>()
let clock: ReturnType<typeof setInterval> | undefined

/** One clock for all of them, as long as there are any. */
function onEachSecond(tick: () => void): () => void {
  ticks.add(tick)
  clock ??= setInterval(() => {
    for (const each of ticks) each()
  }, SECOND_MS)
  return () => {
    ticks.delete(tick)
    if (ticks.size > 0) return
    clearInterval(clock)
    clock = undefined
  }
}

/** Whether it has come; drawn anew once, when it does. */
export function useHasCome(at: Date): boolean {
  const due = at.getTime()
  const [cameAt, setCameAt] = useState(() => (due <= Date.now() ? due : undefined))
  useEffect(() => onEachSecond(() => setCameAt(due <= Date.now() ? due : undefined)), [due])
  return cameAt === due
}

/** How long until then. It moves on each second by itself: what stands around it is not drawn anew. */
export function Countdown({ at }: { at: Date }) {
  const text = useRef<HTMLElement>(null)
  const due = at.getTime()
  const [begun] = useState(() => countdown(at, new Date()))
  useEffect(() => {
    const show = () => {
      if (text.current) text.current.textContent = countdown(new Date(due), new Date()) ?? '0:00'
    }
    show()
    return onEachSecond(show)
  }, [due])
  return (
    <Ltr>
      <b ref={text}>{begun ?? '0:00'}</b>
    </Ltr>
  )
}
