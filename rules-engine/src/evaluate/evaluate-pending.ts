import { isLostConnection } from '@carewatch/platform/database/lost-connections'
import { type Court, judgeBatches, judgeOne } from './evaluate-batches.ts'
import { letWait, nextSuspect, setAside, suspect, type Suspect } from './poison-batches.ts'

export type OnQuarantine = (error: Error) => void

type Hearing = {
  isUrgent: boolean
  atOnce: number
  onQuarantine: OnQuarantine
  /** It fails for no reason of its own that we know: it waits. */
  onHeld?: OnQuarantine | undefined
}

/** Judges all that waits. What cannot be judged together is judged batch by batch; the one that still fails for its content is set aside and reported. */
export async function judgeAllOf(court: Court, hearing: Hearing): Promise<void> {
  while ((await judgeTogether(court, hearing)) >= hearing.atOnce);
}

async function judgeTogether(court: Court, hearing: Hearing): Promise<number> {
  const { isUrgent, atOnce } = hearing
  try {
    return await judgeBatches(court, isUrgent, atOnce)
  } catch (error) {
    if (isLostTurn(error)) return Number.POSITIVE_INFINITY
    if (isPassing(error)) throw error
    await suspect(court.db, isUrgent, atOnce)
    await judgeSuspects(court, hearing)
    return Number.POSITIVE_INFINITY
  }
}

/** Judges alone what must be, oldest first; one of them holds back none of the others. */
export async function judgeSuspects(court: Court, hearing: Hearing): Promise<void> {
  for (let after = '0'; ;) {
    const next = await nextSuspect(court.db, hearing.isUrgent, after)
    if (!next) return
    await judgeSuspect({ court, hearing }, next)
    after = next.id
  }
}

async function judgeSuspect(
  { court, hearing }: { court: Court; hearing: Hearing },
  { id, endsEngines }: Suspect,
): Promise<void> {
  const fault = endsEngines
    ? new Error('it ended each engine that began it')
    : await judgeTwice(court, hearing, id)
  if (!fault) return
  if (!endsEngines && !isContentFault(fault)) {
    await letWait(court.db, id)
    return hearing.onHeld?.(fault)
  }
  await setAside(court.db, id, fault)
  hearing.onQuarantine(fault)
}

/** Answers why it cannot be judged. */
async function judgeTwice(court: Court, { isUrgent }: Hearing, id: string): Promise<Error | undefined> {
  for (const isLast of [false, true]) {
    try {
      await judgeOne(court, isUrgent, id)
      return undefined
    } catch (error) {
      if (isPassing(error)) throw error
      if (isLast) return error as Error
      // Somebody may have deleted unheard what we know by heart.
      court.book.forgetAll()
      court.rooms?.profiles.forgetAll()
    }
  }
  return undefined
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Of two who waited for each other PostgreSQL ends one: it begins again. */
const isLostTurn = (error: unknown): boolean => /^40(P01|001)$/.test(codeOf(error))

/** The database is away, full, or busy: a retry mends it. */
const isPassing = (error: unknown): boolean =>
  isLostConnection(error) || /^(08|25|40|53|55|57|58)[0-9A-Z]{3}$/.test(codeOf(error))

/** What no retry mends: not even a missing right or table, which is the installation's fault and mended one day. */
const isContentFault = (error: Error): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  /^2[23][0-9A-Z]{3}$/.test(codeOf(error))
