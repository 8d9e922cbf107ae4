import type { Measuring } from '@carewatch/contracts/measuring'
import { createObserver, type Observer } from '@carewatch/contracts/rules/observer'
import type { RuleState } from '@carewatch/contracts/rules/rule'

/** How each watch is followed from when it is first heard of; whether it lay off the wrist then says what OFF_WRIST remembers of it. */
export function createObservers(offWristOf: (id: number) => RuleState) {
  const observers = new Map<number, { observer: Observer; measuring: Measuring }>()
  return {
    /** Anew where it is of another model than was known. */
    of(id: number, measuring: Measuring): Observer {
      const known = observers.get(id)
      if (known?.measuring === measuring) return known.observer
      const off = Object.values(offWristOf(id)).find(({ open }) => open)
      const observer = createObserver({ wasOff: off ? { since: off.at } : null, measuring })
      observers.set(id, { observer, measuring })
      return observer
    },
    forget: (id: number): void => void observers.delete(id),
    forgetAll: (): void => observers.clear(),
  }
}
