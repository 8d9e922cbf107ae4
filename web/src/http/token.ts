import { atom } from 'jotai'

const KEY = 'carewatch.token'

const kept = (): string | null => globalThis.localStorage?.getItem(KEY) ?? null

const current = atom<string | null>(kept())

/** The session's token; kept so that a reload does not sign the person out. */
export const tokenAtom = atom(
  (get) => get(current),
  (_get, set, token: string | null) => {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
    set(current, token)
  },
)

/** The server takes this page's token no longer; one that took its place meanwhile stays. */
export const dropToken = atom(null, (get, set) => {
  if (get(current) !== null && kept() === get(current)) set(tokenAtom, null)
})

/** For the next page, which is about to be loaded: nothing of what this one shows is that account's. */
export const keepNextToken = (token: string): void => localStorage.setItem(KEY, token)

/** Signing in or out in one tab does so in all of them: what they show may be somebody else's. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) location.reload()
  })
}
