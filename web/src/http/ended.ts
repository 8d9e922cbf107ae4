import { keptAtom } from '../preferences/kept.ts'

/** Why this browser's last sign-in ended, where its person did not end it: kept, because every tab and the next page say so. */
export const endedAtom = keptAtom('carewatch.ended', ['no', 'idle', 'time'], 'no')
