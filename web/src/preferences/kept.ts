import { atom } from 'jotai'

/** A choice that this browser remembers. */
export function keptAtom<Choice extends string>(key: string, choices: readonly Choice[], first: Choice) {
  const found = globalThis.localStorage?.getItem(key)
  const current = atom<Choice>(choices.find((choice) => choice === found) ?? first)
  return atom(
    (get) => get(current),
    (_get, set, choice: Choice) => {
      localStorage.setItem(key, choice)
      set(current, choice)
    },
  )
}

/** Several of some choices, which this browser remembers. */
export function keptSetAtom<Choice extends string>(key: string, choices: readonly Choice[]) {
  const found = (globalThis.localStorage?.getItem(key) ?? '').split(' ')
  const current = atom<readonly Choice[]>(choices.filter((choice) => found.includes(choice)))
  return atom(
    (get) => get(current),
    (get, set, choice: Choice) => {
      const chosen = [...new Set([...get(current), choice])]
      localStorage.setItem(key, chosen.join(' '))
      set(current, chosen)
    },
  )
}
