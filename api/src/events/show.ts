import { forCompany } from '@carewatch/platform/database/company-scope'
import type { OutgoingEvent } from '@carewatch/platform/outgoing-events/read'
import { companyOfStaff } from '../access/reach.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { dataFor, shownBy, typeOf } from '../webhooks/sending/render.ts'

type Looking = Viewer & { address: string }

/** What a viewer is told of an event, by the rights of this moment; nothing where they have none. Whom it shows is noted. */
export async function showEvent(
  { db, viewings }: Pick<Services, 'db' | 'viewings'>,
  viewer: Looking,
  event: OutgoingEvent,
) {
  const content = await forCompany(companyOfStaff(viewer), () => dataFor(db, viewer, event))
  if (!content) return undefined
  viewings.note(viewer, { kind: shownBy[event.topic], people: content.shows })
  // Safe: `data` is an object by its type.
  const data = content.data as Record<string, unknown>
  return { type: typeOf(event), timestamp: event.at, data }
}
