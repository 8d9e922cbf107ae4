import { act } from '@carewatch/contracts/http/auth'
import { ACTED_WITHIN_MINUTES } from '@carewatch/contracts/idle'
import { atom } from 'jotai'
import { call } from '../http/call.ts'
import { endedAtom } from '../http/ended.ts'
import { Failure } from '../http/failure.ts'
import { dropToken } from '../http/token.ts'
import { store } from '../store.ts'

const IDLE_WARNING_MS = 120_000
const LAST_WARNING_MS = 900_000
const ACTED_EVERY_MS = ACTED_WITHIN_MINUTES * 60_000
/** Somebody may have touched another tab: before and while the screen warns, the server is asked. */
const ASK_BEFORE_MS = 5_000
const ASK_AGAIN_MS = 10_000

/** The end of this sign-in, once it is near: in whole seconds, because nobody touches the screen, or because a sign-in lasts no longer. */
export type Ending = { why: 'idle' | 'last'; seconds: number }
export const endingAtom = atom<Ending | null>(null)

/** A wall board is looked at and not touched: while one is shown, somebody is taken to be there. */
export const isWallAtom = atom(false)

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

function endingAt(now: number, { idleAt, lastAt }: { idleAt: number; lastAt: number }): Ending | null {
  const seconds = (at: number) => Math.max(0, Math.ceil((at - now) / 1_000))
  if (idleAt < lastAt && idleAt - now <= IDLE_WARNING_MS) return { why: 'idle', seconds: seconds(idleAt) }
  if (lastAt - now <= LAST_WARNING_MS) return { why: 'last', seconds: seconds(lastAt) }
  return null
}

/** Tells the server of touches, and the screen of the end of its sign-in before it comes. */
export function followTouches(): () => void {
  let end: { idleAt: number; lastAt: number } | undefined
  // Not at once: whoever follows a link to another account goes on by another token first.
  let askedAt = Date.now()
  let actedAt = Number.NEGATIVE_INFINITY
  let isStopped = false

  async function ask(acted: boolean): Promise<void> {
    askedAt = Date.now()
    if (acted) actedAt = askedAt
    try {
      const { idleSeconds, lastSeconds } = await call(act, { body: { acted } })
      const now = Date.now()
      end = { idleAt: now + idleSeconds * 1_000, lastAt: now + lastSeconds * 1_000 }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // Nobody answered: the next touch is told again.
      if (acted) actedAt = Number.NEGATIVE_INFINITY
    }
    if (!isStopped) show()
  }

  function show(): void {
    const ending = end ? endingAt(Date.now(), end) : null
    const shown = store.get(endingAtom)
    if (ending?.why !== shown?.why || ending?.seconds !== shown?.seconds) store.set(endingAtom, ending)
  }

  function touched(): void {
    const isAnswer = store.get(endingAtom)?.why === 'idle'
    if (isAnswer || Date.now() - actedAt >= ACTED_EVERY_MS) void ask(true)
  }
  const onTouch = ({ isTrusted }: Event) => {
    if (isTrusted) touched()
  }

  function tick(): void {
    const now = Date.now()
    if (store.get(isWallAtom)) touched()
    if (end && end.lastAt <= now) {
      store.set(endedAtom, 'time')
      store.set(dropToken)
      return
    }
    const isNear = !end || end.idleAt - now <= IDLE_WARNING_MS + ASK_BEFORE_MS
    if (isNear && now - askedAt >= ASK_AGAIN_MS) void ask(false)
    show()
  }

  for (const touch of TOUCHES) addEventListener(touch, onTouch, { capture: true, passive: true })
  const ticking = setInterval(tick, 1_000)
  return () => {
    isStopped = true
    clearInterval(ticking)
    for (const touch of TOUCHES) removeEventListener(touch, onTouch, { capture: true })
    store.set(endingAtom, null)
  }
}
