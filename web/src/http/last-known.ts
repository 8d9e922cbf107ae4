import { validateToken } from '@carewatch/contracts/http/auth'
import { deviceChoices } from '@carewatch/contracts/http/device-changes'
import { allDevices, deviceDetail, ownedDevices } from '@carewatch/contracts/http/devices'
import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { latestLocation } from '@carewatch/contracts/http/positions'
import { readingsOverview } from '@carewatch/contracts/http/readings'
import { clear, createStore, get, set } from 'idb-keyval'
import { atom } from 'jotai'
import { store } from '../store.ts'

/** What a person wants to know of theirs where there is no network: the newest words, not their history. */
const kept: ReadonlySet<Endpoint> = new Set<Endpoint>([
  validateToken,
  allDevices,
  ownedDevices,
  deviceDetail,
  deviceChoices,
  readingsOverview,
  latestLocation,
  notificationsAfter,
])
type Known = { at: number; context: unknown }

/** Since when what the screens show is old; null while the server answers. */
export const lastKnownSinceAtom = atom<Date | null>(null)

let opened: ReturnType<typeof createStore> | undefined
const box = () => (opened ??= createStore('carewatch', 'last-known'))

/** A browser that keeps nothing (a private window) has no last known values: that is all. */
const quietly = <Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> =>
  typeof indexedDB === 'undefined' ? Promise.resolve(undefined) : work().catch(() => undefined)

/** The server answered: what it said of the things worth keeping is kept. */
export function answered(endpoint: Endpoint, address: string, context: unknown): void {
  if (store.get(lastKnownSinceAtom)) store.set(lastKnownSinceAtom, null)
  if (!isOver && kept.has(endpoint)) void quietly(() => set(address, { at: Date.now(), context }, box()))
}

/** Nobody answered: what was known last, and since when. */
export async function lastKnown(endpoint: Endpoint, address: string): Promise<unknown> {
  if (!kept.has(endpoint)) return undefined
  const known = await quietly(() => get<Known>(address, box()))
  if (!known) return undefined
  const since = store.get(lastKnownSinceAtom)
  const at = new Date(known.at)
  if (!since || at < since) store.set(lastKnownSinceAtom, at)
  return known.context
}

let isOver = false

/** Nothing of one account is left for the next, nor kept any more: the page is about to be loaded as that. */
export const closeLastKnown = async (): Promise<void> => {
  isOver = true
  await forgetLastKnown()
}

/** Nothing of one person is left for the next. */
export const forgetLastKnown = async (): Promise<void> => {
  await quietly(() => clear(box()))
}
