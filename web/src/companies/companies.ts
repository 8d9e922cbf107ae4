import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { type OwnCompany, ownCompanies, switchCompany } from '@carewatch/contracts/http/own-companies'
import { atom } from 'jotai'
import { call } from '../http/call.ts'
import { closeLastKnown } from '../http/last-known.ts'
import { keepNextToken } from '../http/token.ts'
import { carryPush } from '../pwa/push.ts'
import { store } from '../store.ts'
import { isLeavingAtom, userAtom } from '../session/session.ts'

/** The accounts of whoever is signed in. */
export const companiesAtom = atom<readonly OwnCompany[]>([])

/** Somebody with one company is shown nothing of this. */
export const severalAtom = atom((get) => get(companiesAtom).length > 1)

/** What is known stands until the server answers. */
export const loadCompanies = (): Promise<void> =>
  call(ownCompanies, {}).then(
    ({ companies }) => store.set(companiesAtom, companies),
    () => {},
  )

type Acting = { token: string; user: CurrentUser }

/** Goes on as another account, on a page that is loaded anew: nothing of the company before is left on it. */
export async function goOnAs({ token, user }: Acting, path = '/user/home'): Promise<void> {
  const before = store.get(userAtom)
  store.set(isLeavingAtom, true)
  keepNextToken(token)
  if (before) carryPush(before.uuid, user.uuid)
  await closeLastKnown()
  location.replace(path)
}

export const switchTo = async (accountUuid: string, path?: string): Promise<void> =>
  goOnAs(await call(switchCompany, { body: { accountUuid } }), path)
