import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { type OwnCompany, ownCompanies, switchCompany } from '@carewatch/contracts/http/own-companies'
import { atom } from 'jotai'
import { call } from '../http/call.ts'
import { closeLastKnown } from '../http/last-known.ts'
import { keepNextToken } from '../http/token.ts'
import { carryPush } from '../pwa/push.ts'
import { store } from '../store.ts'
import { forgetLookedAt } from '../session/last-device.ts'
import { isLeavingAtom, isSwitchingAtom, userAtom } from '../session/session.ts'

/** The accounts of whoever is signed in. */
export const companiesAtom = atom<readonly OwnCompany[]>([])

/** Where one acts; of whoever has one company nothing of this is shown. */
export const hereAtom = atom((get) => {
  const companies = get(companiesAtom)
  return companies.length > 1 ? companies.find(({ isThis }) => isThis) : undefined
})

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
  forgetLookedAt()
  if (before) carryPush(before.uuid, user.uuid)
  await closeLastKnown()
  location.replace(path)
}

export async function switchTo(accountUuid: string, path?: string): Promise<void> {
  store.set(isSwitchingAtom, true)
  try {
    await goOnAs(await call(switchCompany, { body: { accountUuid } }), path)
  } catch (error) {
    store.set(isSwitchingAtom, false)
    throw error
  }
}
