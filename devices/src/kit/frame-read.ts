import { nothingDecoded } from '../codec.ts'
import { reject } from './facts.ts'
import type { FrameRead } from '../protocol.ts'

/** A frame that says nothing we know. */
export const nothingRead = (): FrameRead => ({ decoded: nothingDecoded(), replies: [], answers: [] })

/** A frame that is none of its protocol's. */
export function unreadable(detail: string): FrameRead {
  const read = nothingRead()
  reject(read.decoded, 'shape', detail)
  return read
}

/** No frame of these protocols is longer; what has not ended by then never will. */
export const MAX_FRAME_BYTES = 65_535
