import type { HandedOver, LiveEvent } from '@carewatch/contracts/events'
import type { Notification } from '@carewatch/contracts/notifications'
import { endedAtom } from '../http/ended.ts'
import { Failure } from '../http/failure.ts'
import { dropToken, tokenAtom } from '../http/token.ts'
import { currentIntl } from '../i18n/intl.ts'
import { ring } from './sounds.ts'
import { store } from '../store.ts'
import { snack } from '../feedback/snack.ts'
import { applyEvents, changedTasks } from './live-atoms.ts'
import { type LiveState, openLiveSocket } from './live-socket.ts'
import { isCaughtUpAtom, liveStateAtom, locatedDevicesAtom, watchedDevicesAtom } from './live-state.ts'
import {
  changesCount,
  forgetNotifications,
  keepNotifications,
  knownAtom,
  notificationsIn,
} from './notifications.ts'
import { claimAtom, forgetReceipts, sendReceipts } from './receipts.ts'
import { refreshNotifications } from './refresh.ts'
import { retryDelayMs } from './retry.ts'

const POLL_MS = 60_000

const announce = (asking: readonly Notification[]) => {
  if (asking.length === 0) return
  ring(asking)
  snack('info', 200, currentIntl().formatMessage({ id: 'notifications.received' }, { n: asking.length }))
}

/** What rings also when a screen is opened: it came while the page was loading, and has not sounded yet. */
const JUST_NOW_MS = 60_000

const announceRecent = (asking: readonly Notification[]) =>
  announce(asking.filter(({ lastAt }) => Date.now() - lastAt.getTime() < JUST_NOW_MS))

type Received = LiveEvent | HandedOver

const RECOUNT_MS = 2_000
let recounting: ReturnType<typeof setTimeout> | undefined

const recountSoon = () => {
  recounting ??= setTimeout(() => {
    recounting = undefined
    heal(announce)
  }, RECOUNT_MS)
}

const apply = (events: Received[]) => {
  store.set(applyEvents, events)
  if (changesCount(store.get(knownAtom), events)) recountSoon()
  announce(store.set(keepNotifications, notificationsIn(events)))
}

const isHandOver = ({ type }: Received): boolean => type === 'handedOver'

let interruptions = 0
let failures = 0
let again: ReturnType<typeof setTimeout> | undefined

/** What came since the line was lost is not known. */
const interrupt = () => {
  interruptions += 1
  failures = 0
  clearTimeout(again)
  store.set(isCaughtUpAtom, false)
}

/** Asks again by REST. A failure waits for the next round where the banner says that we are not live, or nothing was missed; else it is asked again soon. */
function heal(handle: (asking: readonly Notification[]) => void): void {
  const asked = interruptions
  refreshNotifications().then(
    (asking) => {
      if (asked === interruptions) store.set(isCaughtUpAtom, true)
      handle(asking)
    },
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      const isMissing = asked === interruptions && !store.get(isCaughtUpAtom)
      if (!isMissing || store.get(liveStateAtom).state !== 'live') return
      clearTimeout(again)
      again = setTimeout(heal, retryDelayMs(failures++, Math.random()), handle)
    },
  )
}

const EARLY_MS = 3_000

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`

/** Live from now on. `caughtUp` is called after each interruption and hand-over, when what is on the screen may be old. */
export function startLive(caughtUp: () => void): () => void {
  let isFirst = true
  const changeState = (state: LiveState) => {
    const before = store.get(liveStateAtom).state
    if (before !== state) store.set(liveStateAtom, { state, since: new Date() })
    interrupt()
    if (state !== 'live') return
    sendReceipts()
    // What is new since an earlier answer rings, however long the socket was away.
    heal(isFirst && !store.get(knownAtom).isLoaded ? announceRecent : announce)
    if (!isFirst) caughtUp()
    isFirst = false
  }
  const socket = openLiveSocket(address(), {
    token: () => store.get(tokenAtom),
    apply: (events) => {
      apply(events)
      if (events.some(isHandOver)) caughtUp()
    },
    changeState,
    refuse: (ended) => {
      if (ended) store.set(endedAtom, ended)
      store.set(dropToken)
    },
    missed: () => {
      interrupt()
      heal(announce)
      caughtUp()
    },
  })
  store.set(claimAtom, { claim: socket.claim })
  // Where the socket does not open at once, what is open is asked for without it.
  const early = setTimeout(() => isFirst && heal(announce), EARLY_MS)
  const poll = setInterval(() => heal(announce), POLL_MS)
  const watch = () =>
    socket.watch({
      devices: [...new Set(store.get(watchedDevicesAtom))],
      located: [...new Set(store.get(locatedDevicesAtom))],
    })
  const unsubscribe = [watchedDevicesAtom, locatedDevicesAtom].map((watched) => store.sub(watched, watch))
  return () => {
    clearTimeout(early)
    clearInterval(poll)
    clearTimeout(recounting)
    recounting = undefined
    for (const leave of unsubscribe) leave()
    socket.close()
    interrupt()
    store.set(claimAtom, null)
    forgetReceipts()
    store.set(forgetNotifications)
    store.set(changedTasks, new Map())
  }
}
