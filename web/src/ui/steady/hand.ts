/** After the last move of a pointer: whoever aims presses by then. */
const REST_MS = 2_000
/** Whoever rests on a button without a move is still about to press it; after so long nobody is. */
const PARKED_MS = 30_000
const LOOK_MS = 500

export type Resting = {
  /** What a pointer or the focus may rest on without a move; by itself each button. */
  on?: string
  /** For how long. */
  parkedMs?: number
}

type Point = { clientX: number; clientY: number }

/** What a hand does at some place: where its pointer and its focus rest, whether it presses, and when it last moved. */
export class Hand {
  private readonly resting: Required<Resting>
  private readonly changed: (isAbout: boolean) => void
  private over: Element | null = null
  private focused: Element | null = null
  private isPressing = false
  private at: Point = { clientX: Number.NaN, clientY: Number.NaN }
  private movedAt = -Infinity
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor({ on = 'button', parkedMs = PARKED_MS }: Resting, changed: (isAbout: boolean) => void) {
    this.resting = { on, parkedMs }
    this.changed = changed
  }

  /** What the pointer lies on, or the focus. */
  on(): Element | null {
    return this.over ?? this.focused
  }

  /** Also where something is laid out anew under a pointer that lies still, which is no move. */
  lieOn(target: EventTarget): void {
    this.over = target instanceof Element ? target : null
  }

  move(target: EventTarget, { clientX, clientY }: Point): void {
    this.lieOn(target)
    if (clientX === this.at.clientX && clientY === this.at.clientY) return
    this.at = { clientX, clientY }
    this.touch()
  }

  /** A mouse that went elsewhere presses elsewhere; a finger that was lifted comes down again. */
  leave(isMouse: boolean): void {
    this.over = null
    if (!isMouse || this.isPressing) return
    this.movedAt = -Infinity
    this.follow()
  }

  press(): void {
    this.isPressing = true
    this.touch()
  }

  /** Wherever it is lifted. */
  lift(): void {
    if (!this.isPressing) return
    this.isPressing = false
    this.touch()
  }

  /** By keys: a button that a mouse pressed keeps the focus, and nobody is about to press it. */
  focus(target: Element | null): void {
    this.focused = target?.matches(':focus-visible') ? target : null
    if (this.focused) this.touch()
  }

  touch(): void {
    this.movedAt = performance.now()
    this.follow()
  }

  end(): void {
    clearTimeout(this.timer)
  }

  private follow(): void {
    clearTimeout(this.timer)
    const isAbout = this.isAbout()
    this.changed(isAbout)
    if (isAbout) this.timer = setTimeout(() => this.follow(), LOOK_MS)
  }

  private isAbout(): boolean {
    const { on, parkedMs } = this.resting
    const isParked = [this.over, this.focused].some((each) => each?.isConnected && each.closest(on))
    return this.isPressing || performance.now() - this.movedAt < (isParked ? parkedMs : REST_MS)
  }
}
