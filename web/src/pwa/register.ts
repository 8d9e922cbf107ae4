import { atom } from 'jotai'
import { store } from '../store.ts'
import { firstScreen } from '../ui/later.ts'

const SCRIPT = '/service-worker.js'
const LOOK_FOR_NEW_MS = 3_600_000

/** A newer build waits; calling it takes it. */
export const updateAtom = atom<{ take: () => void } | null>(null)

/** The script is gone from the server: the worker that it once made must not go on answering from an old store. */
async function unregisterAll(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  if (registrations.length > 0) location.reload()
}

async function isMissing(): Promise<boolean> {
  const answer = await fetch(SCRIPT, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer) return false
  return answer.status === 404 || !(answer.headers.get('content-type') ?? '').includes('javascript')
}

/** Keeps the program itself on this device, so that it opens without a network; `open` follows a notification's click. */
export async function registerWorker(open: (path: string) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data.type === 'OPEN' && data.path?.startsWith('/')) open(data.path)
    },
  )
  if (await isMissing()) return unregisterAll()
  // Nobody waits for it.
  await firstScreen
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(SCRIPT)
  workbox.addEventListener('waiting', () => {
    const take = () => {
      workbox.addEventListener('controlling', () => location.reload())
      workbox.messageSkipWaiting()
    }
    store.set(updateAtom, { take })
  })
  await workbox.register().catch(() => undefined)
  setInterval(() => void workbox.update().catch(() => undefined), LOOK_FOR_NEW_MS)
}
