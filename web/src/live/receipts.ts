import type { Notification } from '@carewatch/contracts/notifications'
import { MAX_RECEIPTS, type ReceiptState } from '@carewatch/contracts/receipts'
import { atom } from 'jotai'
import { store } from '../store.ts'

type Claim = (state: ReceiptState, notifications: string[]) => boolean

/** What this screen said already, each once for as long as it waits: taken and called again, it is said again. */
const claimed = new Map<string, ReceiptState>()
const waiting = new Map<string, ReceiptState>()
/** Says it to the server, where it is there and takes it. */
export const claimAtom = atom<{ claim: Claim } | null>(null)

const GATHER_MS = 200
let gathering: ReturnType<typeof setTimeout> | undefined

/** Says what was gathered; what cannot be said now waits for the line. */
export function sendReceipts(): void {
  clearTimeout(gathering)
  gathering = undefined
  const claim = store.get(claimAtom)?.claim
  for (const state of ['shown', 'seen'] as const) {
    const uuids = [...waiting].flatMap(([uuid, each]) => (each === state ? [uuid] : []))
    const some = uuids.slice(0, MAX_RECEIPTS)
    if (some.length === 0 || !claim?.(state, some)) continue
    for (const uuid of some) waiting.delete(uuid)
    if (uuids.length > some.length) gathering ??= setTimeout(sendReceipts, GATHER_MS)
  }
}

/** A visible screen drew it, or its person opened it or moved on it. */
export function noteReceipt({ uuid, severity, acknowledged }: Notification, state: ReceiptState): void {
  const key = `${uuid} ${severity}`
  if (acknowledged) return void claimed.delete(key)
  const known = claimed.get(key)
  if (known === 'seen' || known === state) return
  claimed.set(key, state)
  waiting.set(uuid, state)
  gathering ??= setTimeout(sendReceipts, GATHER_MS)
}

export function noteReceipts(notifications: readonly Notification[], state: ReceiptState): void {
  for (const notification of notifications) noteReceipt(notification, state)
}

export function forgetReceipts(): void {
  claimed.clear()
  waiting.clear()
}
