import { portalSettings } from '@carewatch/contracts/http/portal'
import { PushAddress, subscribePush, unsubscribePush } from '@carewatch/contracts/http/push'
import { call } from '../http/call.ts'
import { userAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { toKeep } from './to-keep.ts'

/** Whose alarms are pushed here: of somebody who signs in again they are pushed again, of nobody else. */
const OWNER = 'carewatch.push'

/** `unsupported`: this browser cannot. `notSetUp`: this portal does not. `denied`: its person refused it in the browser. `failed`: the push service of the browser did not answer. */
export type PushState = 'unsupported' | 'notSetUp' | 'denied' | 'off' | 'on' | 'failed'

const registration = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

const isSupported = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis

const keyOfPortal = async (): Promise<string | null> => (await call(portalSettings, {})).pushKey

async function subscription(): Promise<PushSubscription | null> {
  const worker = isSupported() ? await registration() : undefined
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** Lets the browser give itself an address, and registers it with the server; one made for other keys would be refused. */
async function subscribeAt(worker: ServiceWorkerRegistration, key: string): Promise<void> {
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await call(subscribePush, { body: PushAddress.parse(made.toJSON()) })
}

/** What was lost of it comes back without a word: on the server, in the browser, or with the keys of the portal. */
async function heal(user: string): Promise<void> {
  const worker = isSupported() ? await registration() : undefined
  if (!worker) return
  const current = await worker.pushManager.getSubscription()
  const owner = localStorage.getItem(OWNER)
  if (!current && owner !== user) return
  const { permission } = Notification
  const key = await keyOfPortal()
  const next = toKeep({ permission, madeFor: current?.options.applicationServerKey, owner }, { user, key })
  if (next === 'forget' || next === 'renew') await current?.unsubscribe()
  if (key && (next === 'register' || next === 'renew')) await subscribeAt(worker, key)
}

/** For whoever signs in here: theirs goes on, another's ends. */
export const keepPush = (user: string): Promise<void> => heal(user).catch(() => undefined)

export async function pushState(): Promise<PushState> {
  if (!isSupported() || !(await registration())) return 'unsupported'
  if ((await keyOfPortal()) === null) return 'notSetUp'
  if (Notification.permission === 'denied') return 'denied'
  const user = store.get(userAtom)
  if (user) await keepPush(user.uuid)
  return (await subscription()) ? 'on' : 'off'
}

/** Asked for by a tap of its person, never before. */
export async function turnPushOn(): Promise<PushState> {
  const [worker, key] = await Promise.all([registration(), keyOfPortal()])
  if (!worker) return 'unsupported'
  if (!key) return 'notSetUp'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  await subscribeAt(worker, key)
  localStorage.setItem(OWNER, store.get(userAtom)?.uuid ?? '')
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  localStorage.removeItem(OWNER)
  const current = await subscription()
  if (current) {
    await call(unsubscribePush, { body: { endpoint: current.endpoint } })
    await current.unsubscribe()
  }
  return 'off'
}

/** The browser stays its person's, as whom they act. */
export function carryPush(from: string, to: string): void {
  if (localStorage.getItem(OWNER) === from) localStorage.setItem(OWNER, to)
}

/** Whoever signs out gets no more here: the browser gives its address back. */
export async function forgetPush(): Promise<void> {
  await (await subscription())?.unsubscribe()
}
