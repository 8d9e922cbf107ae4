import { HOME_REFRESH, type HomeMessage } from '@carewatch/contracts/program-line'
import type { LiveMessage } from '@carewatch/contracts/events'
import type { KeySecret } from '../access/key-secret.ts'
import { sessionOfHome } from '../access/link-viewer.ts'
import type { Session } from '../access/sessions.ts'
import { noteLinkUsed } from '../personal-links/open.ts'
import type { Services } from '../services.ts'
import { createPublishing, type PublishingParts } from './publish.ts'

/** Several messages of a watch often come after one another. */
const GATHER_MS = 200
/** What could not be told is tried again. */
const AGAIN_MS = 3_000
/** What nobody tells of: a watch that somebody gave away, or was given. */
const EVERY_MS = 300_000

type HomeParts = PublishingParts & Pick<Services, 'apiKeys'>
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
  let isOpen = true
  const publishAll = createPublishing(parts, {
    session,
    watch,
    publish({ topic, payload }) {
      const message: HomeMessage = { type: 'published', topic, payload }
      if (isOpen) send(JSON.stringify(message))
    },
  })
  let soon: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined
  /** It asked to be told all anew, also while it is being told. */
  let isAsked = false
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    if (!isOpen) return
    const isWhole = isAsked
    isAsked = false
    try {
      await publishAll(isWhole)
    } catch (err) {
      parts.log.warn({ err }, 'a home is told again')
      isAsked ||= isWhole
      // Nobody else says that an alarm was not told, or its end.
      if (isOpen) again ??= setTimeout(retry, AGAIN_MS)
    }
  }

  function refresh(): void {
    if (!isOpen) return
    soon ??= setTimeout(() => {
      soon = undefined
      running = running.then(run)
    }, GATHER_MS)
  }
  function retry(): void {
    again = undefined
    refresh()
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
      isAsked = true
      refresh()
      return true
    },
    close(): void {
      isOpen = false
      clearInterval(regularly)
      clearTimeout(soon)
      clearTimeout(again)
    },
  }
}

/** How the Home Assistants of owners are let in and attended. */
export const createHomes = (parts: HomeParts) => ({
  open: createOpenHome(parts),
  attend: (home: Home) => attendHome(parts, home),
})
