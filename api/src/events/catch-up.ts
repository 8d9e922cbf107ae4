import { setTimeout as wait } from 'node:timers/promises'
import type { ProgramAnswer } from '@carewatch/contracts/events'
import { readEvents } from '@carewatch/platform/outgoing-events/read'
import type { Services } from '../services.ts'
import type { Line } from '../live/following.ts'
import { cursorOf } from './cursor.ts'
import { showEvent } from './show.ts'

const AT_ONCE = 100
/** No more is read for whoever lets so much wait. */
const MOST_UNREAD = 256 * 1024
const LOOK_AGAIN_MS = 50

export type Follower = {
  line: Line
  companyId: number
  position: number
  /** What follows the newest cursor that it was sent was out of its scope. */
  isPassedOver: boolean
  /** It was said once that all was sent. */
  hasReached: boolean
  isBusy: boolean
  /** It left, or follows from elsewhere. */
  isOver: boolean
}
type Parts = Pick<Services, 'db' | 'facts' | 'viewings'>

export const sendTo = ({ listener }: Line, message: ProgramAnswer): void =>
  listener.send(JSON.stringify(message))

async function keepPace({ unread, isOpen }: Line): Promise<void> {
  while (isOpen() && unread() > MOST_UNREAD) await wait(LOOK_AGAIN_MS, undefined, { ref: false })
}

/** A page to one of them; answers whether there may be more. */
async function sendPage(parts: Parts, one: Follower): Promise<boolean> {
  const { line, companyId } = one
  const found = await readEvents(parts.facts, { companyId, after: one.position, atMost: AT_ONCE })
  for (const each of found) {
    await keepPace(line)
    const { viewer, address } = line.listener
    const event = await showEvent(parts, { ...viewer, address }, each)
    if (one.isOver) return false
    if (event) sendTo(line, { type: 'event', cursor: cursorOf(each), event })
    one.position = each.position
    one.isPassedOver = event === undefined
  }
  return found.length === AT_ONCE
}

/** Sends what is there, and a cursor behind it the first time, and where the newest was out of scope. */
export async function catchUp(parts: Parts, one: Follower): Promise<void> {
  let at = new Date()
  while (await sendPage(parts, one)) at = new Date()
  if (one.isOver || (one.hasReached && !one.isPassedOver)) return
  one.isPassedOver = false
  one.hasReached = true
  sendTo(one.line, { type: 'reached', cursor: cursorOf({ position: one.position, at }) })
}
