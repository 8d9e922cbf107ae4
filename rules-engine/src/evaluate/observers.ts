import { createObserver, type Observer } from '@carewatch/contracts/rules/observer'
import type { RuleState } from '@carewatch/contracts/rules/rule'

/** How each watch is followed from when it is first heard of; whether it lay off the wrist then says what OFF_WRIST remembers of it. */
export function createObservers(offWristOf: (id: number) => RuleState) {
  const observers = new Map<number, Observer>()
  return {
    of(id: number): Observer {
      const known = observers.get(id)
      if (known) return known
      const off = Object.values(offWristOf(id)).find(({ open }) => open)
      const observer = createObserver(off ? { since: off.at } : null)
      observers.set(id, observer)
      return observer
    },
    forget: (id: number): void => void observers.delete(id),
    forgetAll: (): void => observers.clear(),
  }
}
