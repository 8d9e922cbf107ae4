import type { ProfileName } from '@carewatch/contracts/profiles'
import type { Frame3g } from './frame.ts'
import type { Message3g } from './messages.ts'

type Hints = readonly ProfileName[]

/** Two letters that a maker puts before all that it sends. */
const byVendor = new Map<string, Hints>([
  ['SG', ['3g-sg', '3g-4p-touch']],
  ['ZJ', ['3g-zj', '3g-4p-touch']],
  ['CS', ['3g-cs', '3g-4p-touch']],
])

const FOUR_P_TOUCH = /\b(?:D41|D44S?|D46|Y6S)(?:\b|_)/i
const OLD_STATUS = /^[0-9A-Fa-f]{4}$/
const MEASURES: Hints = ['3g-4p-touch', '3g-sg', '3g-zj', '3g-cs']
/** Of a status of four digits one knows that it has no word for a fall. */
const OLD: Hints = ['3g-setracker', ...MEASURES]

/** Which models send such a thing: one that measures is no watch for children. */
export function hints3g(
  { vendor }: Frame3g,
  { type, args, kind, block, firmware }: Message3g,
): Hints | undefined {
  const named = firmware ?? (type === 'CONFIG' ? args.join() : '')
  if (FOUR_P_TOUCH.test(named)) return ['3g-4p-touch']
  const maker = byVendor.get(vendor)
  if (maker) return maker
  if (kind === 'vitals') return MEASURES
  return block && OLD_STATUS.test(block.status) ? OLD : undefined
}
