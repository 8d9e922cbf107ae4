import { z } from 'zod'

/** What a screen says of an alarm by itself: that it drew it where somebody could look, and that somebody opened it or moved on it. */
export const ReceiptState = z.enum(['shown', 'seen'])
export type ReceiptState = z.output<typeof ReceiptState>

/** At most so many in one word of a screen. */
export const MAX_RECEIPTS = 100
