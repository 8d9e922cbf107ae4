import type { eventsAfter as contract } from '@carewatch/contracts/http/events'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { readEvents } from '@carewatch/platform/outgoing-events/read'
import type { Caller } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { begin } from './begin.ts'
import { cursorOf } from './cursor.ts'
import { showEvent } from './show.ts'

type Parts = Pick<Services, 'db' | 'facts' | 'viewings'>
type Page = Reply<typeof contract>

/** A page of what happened after a cursor; what the caller may not see is passed over, and the cursor goes on behind it. */
export async function eventsAfter(
  parts: Parts,
  caller: Caller,
  { query: { after, size } }: Input<typeof contract>,
): Promise<Page> {
  const { companyId } = caller
  if (companyId === null) throw new Refusal('forbidden')
  const now = new Date()
  const begun = await begin(parts.facts, { companyId, after })
  if ('refused' in begun) {
    if (begun.refused === 'invalid') throw new InvalidFields({ after: 'invalid' })
    throw new Refusal('conflict', 'cursorLost')
  }
  const { position } = begun.from
  const found = await readEvents(parts.facts, { companyId, after: position, atMost: size })
  const events: Page['events'] = []
  for (const one of found) {
    const event = await showEvent(parts, caller, one)
    if (event) events.push({ cursor: cursorOf(one), event })
  }
  const isMore = found.length === size
  const last = found.at(-1)
  // What was read to its end is good from now on: nothing of before is missing.
  const next = isMore && last ? cursorOf(last) : cursorOf({ position: last?.position ?? position, at: now })
  return { events, next, isMore }
}
