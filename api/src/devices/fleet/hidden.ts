import type { FacetName } from '@carewatch/contracts/fleet'
import type { Viewer } from '../../access/viewer.ts'
import { seesTechnical } from '../technical.ts'
import { mayReadRejected } from './unread.ts'

const maySee: Partial<Record<FacetName, (viewer: Viewer) => boolean>> = {
  firmware: seesTechnical,
  messages: mayReadRejected,
}

/** What it is about is not this viewer's to know. */
export const isHidden = (viewer: Viewer, name: FacetName): boolean => maySee[name]?.(viewer) === false
