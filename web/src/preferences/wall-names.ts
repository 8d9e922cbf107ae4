import { keptAtom } from './kept.ts'

/** Whether names stand on the wall, where visitors pass. */
export const privacyAtom = keptAtom('carewatch.wallNames', ['names', 'initials'], 'names')
