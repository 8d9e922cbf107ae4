import { portalSettings } from '@carewatch/contracts/http/portal'
import { PushAddress, subscribePush, unsubscribePush } from '@carewatch/contracts/http/push'
import { call } from '../http/call.ts'

/** `unsupported`: this browser cannot. `notSetUp`: this portal does not. `denied`: its person told the browser no. `failed`: the push service of the browser did not answer. */
export type PushState = 'unsupported' | 'notSetUp' | 'denied' | 'off' | 'on' | 'failed'

const registration = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

const isSupported = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis

const keyOfPortal = async (): Promise<string | null> => (await call(portalSettings, {})).pushKey

async function subscription(): Promise<PushSubscription | null> {
  const worker = isSupported() ? await registration() : undefined
  return (await worker?.pushManager.getSubscription()) ?? null
}

export async function pushState(): Promise<PushState> {
  if (!isSupported() || !(await registration())) return 'unsupported'
  if ((await keyOfPortal()) === null) return 'notSetUp'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscription()) ? 'on' : 'off'
}

/** Asked for by a tap of its person, never before. */
export async function turnPushOn(): Promise<PushState> {
  const [worker, key] = await Promise.all([registration(), keyOfPortal()])
  if (!worker) return 'unsupported'
  if (!key) return 'notSetUp'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await call(subscribePush, { body: PushAddress.parse(made.toJSON()) })
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  const current = await subscription()
  if (current) {
    await call(unsubscribePush, { body: { endpoint: current.endpoint } })
    await current.unsubscribe()
  }
  return 'off'
}

/** Whoever signs out is told nothing more here: the browser gives its address back. */
export async function forgetPush(): Promise<void> {
  await (await subscription())?.unsubscribe()
}
