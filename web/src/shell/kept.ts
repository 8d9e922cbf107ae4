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
