import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { noteOf } from './note.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// The address of the server alone is asked of the server: it tells which build it gives out.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '' })
cleanupOutdatedCaches()
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(?:api|mqtt|metrics)(?:\/|$)/],
  }),
)

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('push', (event) => {
  const { title, ...note } = noteOf(event.data?.text())
  event.waitUntil(
    self.registration.showNotification(title, note).then(() => report('shown', note.data.delivery)),
  )
})

/** What became of a message, to who sent it; where nobody hears, the note stays drawn all the same. */
async function report(state: 'shown' | 'seen', delivery: string | undefined): Promise<void> {
  if (!delivery) return
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ delivery, state })
  await fetch('/api/push/receipt', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
}

/** The notification opens the alarm: in a window that is there already, else in a new one. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [first] = windows
  if (!first) await self.clients.openWindow(path)
  else {
    first.postMessage({ type: 'OPEN', path })
    await first.focus()
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path, delivery } = { path: '/', ...event.notification.data }
  event.waitUntil(Promise.all([open(String(path)), report('seen', delivery)]))
})
