import { HOME_REFRESH, type HomeMessage } from '@carewatch/contracts/program-line'
import type { LiveMessage } from '@carewatch/contracts/events'
import type { KeySecret } from '../access/key-secret.ts'
import { sessionOfHome } from '../access/link-viewer.ts'
import type { Session } from '../access/sessions.ts'
import { noteLinkUsed } from '../personal-links/open.ts'
import type { Viewers } from '../access/viewers.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { type HomeDevice, listHomeDevices } from './devices.ts'
import { discoveryOf, goneOf, statesOf, type Publication } from './messages.ts'
import { readHomeState } from './read.ts'

/** Several messages of a watch often come after one another. */
const GATHER_MS = 200
/** What nobody tells of: a watch that somebody gave away, or was given. */
const EVERY_MS = 300_000

type HomeParts = Pick<Services, 'db' | 'facts' | 'log' | 'apiKeys'> & {
  viewers: Pick<Viewers, 'loadAll'>
}
type Home = {
  session: string
  send: (text: string) => void
  /** Asks the live socket for what these measure. */
  watch: (deviceUuids: readonly string[]) => void
}

/** Signs a Home Assistant in by a link of its owner's. A wrong one counts as a wrong key does. */
function createOpenHome({ db, viewers, apiKeys, log }: HomeParts) {
  return async (key: KeySecret, address: string): Promise<Session> => {
    const session = sessionOfHome(key)
    const viewer = (await viewers.loadAll([session])).get(session)
    if (!viewer) return apiKeys.openHashed(undefined, address)
    noteLinkUsed(db, key, address).catch((err: unknown) =>
      log.warn({ err }, 'the use of a link was not noted'),
    )
    return { uuid: session, viewer, endsAt: Number.POSITIVE_INFINITY }
  }
}

/**
 * Home Assistant of an owner: what happens by the live socket is only the sign that something did, and what is told is read anew, as its owner sees it in
 * the portal.
 */
function attendHome(parts: HomeParts, { session, send, watch }: Home) {
  const { viewers, log } = parts
  /** What each watch was last announced as. */
  const announced = new Map<string, string>()
  let isOpen = true
  let soon: NodeJS.Timeout | undefined
  let isWhole = false
  let running: Promise<void> = Promise.resolve()

  const publish = ({ topic, payload }: Publication): void => {
    const message: HomeMessage = { type: 'published', topic, payload }
    send(JSON.stringify(message))
  }

  async function tellDevice(viewer: Viewer, device: HomeDevice): Promise<void> {
    const about = { device, state: await readHomeState(parts, { viewer, device }) }
    const discovery = discoveryOf(about, viewer.selectedLanguage)
    if (isWhole || announced.get(device.uuid) !== discovery.payload) publish(discovery)
    announced.set(device.uuid, discovery.payload)
    for (const state of statesOf(about)) publish(state)
  }

  async function tellAll(): Promise<void> {
    const viewer = (await viewers.loadAll([session])).get(session)
    if (!viewer || !isOpen) return
    const devices = await listHomeDevices(parts.db, viewer)
    watch(devices.map(({ uuid }) => uuid))
    const there = new Set(devices.map(({ uuid }) => uuid))
    for (const uuid of announced.keys())
      if (!there.has(uuid)) {
        announced.delete(uuid)
        publish(goneOf(uuid))
      }
    for (const device of devices) await tellDevice(viewer, device)
    isWhole = false
  }

  function refresh(): void {
    if (!isOpen) return
    soon ??= setTimeout(() => {
      soon = undefined
      running = running.then(tellAll).catch((err: unknown) => log.warn({ err }, 'a home was not told'))
    }, GATHER_MS)
  }
  const regularly = setInterval(refresh, EVERY_MS)

  return {
    /** What the live socket says. */
    live(text: string): void {
      // Safe: the live socket writes it.
      const { type } = JSON.parse(text) as Pick<LiveMessage, 'type'>
      if (type === 'authorized' || type === 'refused' || type === 'pong') send(text)
      if (type !== 'refused' && type !== 'pong') refresh()
    },
    /** Whether the broker says that all is to be told anew. */
    takes(text: string): boolean {
      if (text !== HOME_REFRESH) return false
      isWhole = true
      refresh()
      return true
    },
    close(): void {
      isOpen = false
      clearInterval(regularly)
      clearTimeout(soon)
    },
  }
}

/** How the Home Assistants of owners are let in and attended. */
export const createHomes = (parts: HomeParts) => ({
  open: createOpenHome(parts),
  attend: (home: Home) => attendHome(parts, home),
})
