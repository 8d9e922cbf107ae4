import {
  changeLanguage,
  type CurrentUser,
  login,
  logout,
  validateToken,
} from '@carewatch/contracts/http/auth'
import { askForPasskey, loginByPasskey } from '@carewatch/contracts/http/passkeys'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { atom } from 'jotai'
import { attempt } from '../feedback/attempt.ts'
import { call } from '../http/call.ts'
import { endedAtom } from '../http/ended.ts'
import { tokenAtom } from '../http/token.ts'
import { chooseLanguage, languageAtom } from '../i18n/language.ts'
import { browserName } from '../preferences/browser-name.ts'
import { store } from '../store.ts'
import { passkeyAskedBy, signWithPasskey } from './passkeys.ts'
import { workAskedBy } from './sign-in-work.ts'

/** Set by whoever signs out on purpose: nothing on the screen is to be kept for them. */
export const isLeavingAtom = atom(false)

/** They go on as another account of theirs: the sign-in of this one ends with the answer, and what it asks meanwhile would be refused. */
export const isSwitchingAtom = atom(false)

/** The session ended while somebody was filling in a form: they may sign in again on the spot. */
export const isExpiredAtom = atom(false)

/** The session will end, and whoever goes on signs in again before. */
export const isRenewingAtom = atom(false)

/** Who is signed in; null until the token has been validated. */
export const userAtom = atom<CurrentUser | null>(null)

type SignIn = Input<typeof login>['body']

/** Work, and a passkey: each is asked for once, and given back for the next try. */
const MOST_ASKED = 3

/** After many failures the server asks for some work; of whoever has a passkey, it asks that beside the password. What is given is looked at then. */
async function ask(body: SignIn, asked = 0): Promise<Reply<typeof login>> {
  try {
    return await call(login, { body })
  } catch (failure) {
    if (asked === MOST_ASKED) throw failure
    const work = await workAskedBy(failure)
    if (work !== undefined) return ask({ ...body, work }, asked + 1)
    const isGiven = body.code !== undefined || body.passkey !== undefined
    const passkey = isGiven ? undefined : await passkeyAskedBy(failure)
    if (!passkey) throw failure
    return ask({ ...body, passkey }, asked + 1)
  }
}

async function enter({ token, user }: Reply<typeof login>): Promise<CurrentUser> {
  store.set(userAtom, user)
  store.set(isLeavingAtom, false)
  store.set(endedAtom, 'no')
  store.set(tokenAtom, token)
  await agreeOnLanguage(user)
  return user
}

/** `code`: what the authenticator app shows, where it was asked for. */
export async function signIn(email: string, password: string, code?: string): Promise<CurrentUser> {
  const browser = browserName()
  return enter(await ask({ email, password, ...(code && { code }), ...(browser && { browser }) }))
}

/** By a passkey alone; answers whether one was given. */
export async function signInByPasskey(): Promise<boolean> {
  const passkey = await signWithPasskey(await call(askForPasskey, { body: undefined }))
  if (!passkey) return false
  const browser = browserName()
  await enter(await call(loginByPasskey, { body: { passkey, ...(browser && { browser }) } }))
  return true
}

async function agreeOnLanguage({ selectedLanguage }: CurrentUser): Promise<void> {
  const chosen = store.get(chooseLanguage)
  if (!chosen) store.set(languageAtom, selectedLanguage)
  else if (chosen !== selectedLanguage) {
    await attempt(() => call(changeLanguage, { body: { selectedLanguage: chosen } }))
  }
}

let validating: Promise<CurrentUser> | undefined

async function validate(): Promise<CurrentUser> {
  const { user } = await call(validateToken, {})
  store.set(userAtom, user)
  return user
}

/** The signed-in person: known already, or who the kept token belongs to; null when there is no living token. */
export async function knownUser(): Promise<CurrentUser | null> {
  if (store.get(tokenAtom) === null) return null
  const known = store.get(userAtom)
  if (known) return known
  validating ??= validate().finally(() => (validating = undefined))
  return validating
}

/** Nobody is signed in here any more. */
export function forgetSession(): void {
  store.set(endedAtom, 'no')
  store.set(isLeavingAtom, true)
  store.set(tokenAtom, null)
}

/** Ends the session here at once, and on the server as soon as the call arrives; other machines stay signed in. */
export async function signOut(): Promise<void> {
  const loggedOut = call(logout, {})
  forgetSession()
  await loggedOut
}

/** Gives up a session that has ended already, and what was on its screen. */
export function signOutHere(): void {
  store.set(isLeavingAtom, true)
  store.set(isExpiredAtom, false)
  location.assign('/auth/login')
}
