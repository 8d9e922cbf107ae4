import { isLostConnection } from '@carewatch/platform/database/lost-connections'
import { type EvaluationContext, evaluateBatches, evaluateOne } from './evaluate-batches.ts'
import {
  release,
  nextPoisonBatch,
  moveToDeadLetters,
  markPoison,
  type PoisonBatch,
} from './poison-batches.ts'

export type OnDeadLetter = (error: Error) => void

type PendingOptions = {
  isUrgent: boolean
  atOnce: number
  onDeadLetter: OnDeadLetter
  /** It fails for no reason of its own that we know: it waits. */
  onHeld?: OnDeadLetter | undefined
}

/** Evaluates all that waits. What cannot be evaluated together is evaluated batch by batch; the one that still fails for its content is made a dead letter and reported. */
export async function evaluatePending(context: EvaluationContext, options: PendingOptions): Promise<void> {
  while ((await evaluateTogether(context, options)) >= options.atOnce);
}

async function evaluateTogether(context: EvaluationContext, options: PendingOptions): Promise<number> {
  const { isUrgent, atOnce } = options
  try {
    return await evaluateBatches(context, isUrgent, atOnce)
  } catch (error) {
    if (isDeadlock(error)) return Number.POSITIVE_INFINITY
    if (isTransient(error)) throw error
    await markPoison(context.db, isUrgent, atOnce)
    await evaluatePoisonBatches(context, options)
    return Number.POSITIVE_INFINITY
  }
}

/** Evaluates alone what must be, oldest first; one of them holds back none of the others. */
export async function evaluatePoisonBatches(
  context: EvaluationContext,
  options: PendingOptions,
): Promise<void> {
  for (let after = '0'; ;) {
    const next = await nextPoisonBatch(context.db, options.isUrgent, after)
    if (!next) return
    await evaluatePoisonBatch({ context, options }, next)
    after = next.id
  }
}

async function evaluatePoisonBatch(
  { context, options }: { context: EvaluationContext; options: PendingOptions },
  { id, endsEngines }: PoisonBatch,
): Promise<void> {
  const fault = endsEngines
    ? new Error('it ended each engine that began it')
    : await evaluateTwice(context, options, id)
  if (!fault) return
  if (!endsEngines && !isContentFault(fault)) {
    await release(context.db, id)
    return options.onHeld?.(fault)
  }
  await moveToDeadLetters(context.db, id, fault)
  options.onDeadLetter(fault)
}

/** Answers why it cannot be evaluated. */
async function evaluateTwice(
  context: EvaluationContext,
  { isUrgent }: PendingOptions,
  id: string,
): Promise<Error | undefined> {
  for (const isLast of [false, true]) {
    try {
      await evaluateOne(context, isUrgent, id)
      return undefined
    } catch (error) {
      if (isTransient(error)) throw error
      if (isLast) return error as Error
      // Somebody may have deleted it without our receiving the notification.
      context.deviceCache.forgetAll()
      context.rooms?.profiles.forgetAll()
    }
  }
  return undefined
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Of two who waited for each other PostgreSQL ends one: it begins again. */
const isDeadlock = (error: unknown): boolean => /^40(P01|001)$/.test(codeOf(error))

/** The database is away, full, or busy: a retry mends it. */
const isTransient = (error: unknown): boolean =>
  isLostConnection(error) || /^(08|25|40|53|55|57|58)[0-9A-Z]{3}$/.test(codeOf(error))

/** What no retry mends: not even a missing right or table, which is the installation's fault and mended one day. */
const isContentFault = (error: Error): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  /^2[23][0-9A-Z]{3}$/.test(codeOf(error))
