import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { clear, createStore, del, get, set } from 'idb-keyval'
import { atom } from 'jotai'
import { store } from '../store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A day of changed clocks is longer. */
const LAST_DAY_MAX_MS = 25 * 60 * MINUTE_MS + MINUTE_MS

/** By what it is kept: its address, where that says no moment. The readings of the last day are asked for by when they begin and are kept as that; longer and former spans are not. */
export function keptAs(endpoint: Endpoint, address: string, now: number): string | null {
  if (endpoint.kept === 'newest') return address
  if (endpoint.kept !== 'lastDay') return null
  const { pathname, searchParams } = new URL(address, 'http://carewatch')
  const path = pathname.split('/')
  const from = Number(path.pop())
  const to = Date.parse(searchParams.get('to') ?? '')
  const isOfNow = Math.abs(now - to) < MINUTE_MS
  const isDay = to - from >= DAY_MS - MINUTE_MS && to - from <= LAST_DAY_MAX_MS
  return isOfNow && isDay ? [...path, 'lastDay'].join('/') : null
}

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
  const key = keptAs(endpoint, address, Date.now())
  if (!isOver && key !== null) void quietly(() => set(key, { at: Date.now(), context }, box()))
}

/** The server answered that it is not theirs: what was known of it is kept no longer. */
export function noLongerKnown(endpoint: Endpoint, address: string): void {
  const key = keptAs(endpoint, address, Date.now())
  if (key !== null) void quietly(() => del(key, box()))
}

/** Nobody answered: what was known last, and since when. */
export async function lastKnown(endpoint: Endpoint, address: string): Promise<unknown> {
  const key = keptAs(endpoint, address, Date.now())
  if (key === null) return undefined
  const known = await quietly(() => get<Known>(key, box()))
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
