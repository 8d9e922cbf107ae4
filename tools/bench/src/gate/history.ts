import { median } from '../figures.ts'

/** Each figure beside its limit of the same run, by name. */
export type Ratios = Record<string, number>
export type Entry = { date: string; commit: string; ratios: Ratios }
export type Compared = { name: string; value: number; usual: number | undefined; isLost: boolean }

/** So many entries say what is usual. */
const LAST = 5
/** Processor time a message differs by up to 15 % from run to run on a busy machine. */
const NOISE = 0.25

/** Each ratio beside the median of the last entries that have it; lost is what is above it by more than noise. More is worse. */
export const compare = (ratios: Ratios, history: readonly Entry[]): Compared[] =>
  Object.entries(ratios).map(([name, value]) => {
    const before = history.flatMap((entry) => entry.ratios[name] ?? []).slice(-LAST)
    if (before.length === 0) return { name, value, usual: undefined, isLost: false }
    const usual = median(before)
    return { name, value, usual, isLost: value > usual * (1 + NOISE) }
  })
