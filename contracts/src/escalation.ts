import { z } from 'zod'
import { type AlarmKind, alarmKind, type Severity } from './alarms.ts'

/** How a message travels. Screens are notified at once and always; a person's own means are tried one after another. */
export const channels = ['IN_APP', 'PUSH', 'TELEGRAM', 'SMS', 'EMAIL'] as const
export const Channel = z.enum(channels)
export type Channel = z.output<typeof Channel>

export const deliveryStates = ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.output<typeof DeliveryState>

/** What a person is told of no alarm: that a reply of theirs answered nothing. */
export const deliveryNotices = ['replyNotTaken'] as const
export type DeliveryNotice = (typeof deliveryNotices)[number]

/** Why a message did not go, or no longer had to. */
export const deliveryReasons = [
  'refused',
  'timeout',
  'unreachable',
  'blocked',
  'gone',
  'noAddress',
  'answered',
  'over',
  'tooMany',
  'spent',
  'sameIncident',
] as const
export const DeliveryReason = z.enum(deliveryReasons)
export type DeliveryReason = z.output<typeof DeliveryReason>

/** How the alarm of a message stands, as far as the message itself shows it. */
export const messageStandings = ['OPEN', 'TAKEN', 'OVER'] as const
export type MessageStanding = (typeof messageStandings)[number]

/** Whom a step notifies. Relatives by the priority that the owner gave them for SOS. */
export const recipientGroups = [
  'SUPERVISOR',
  'OWNER',
  'RELATIVES_HIGH',
  'RELATIVES_MEDIUM',
  'RELATIVES_LOW',
  'NURSES',
  'MANAGER',
] as const
/** Those of the house: an alarm that is for staff alone reaches no others, whatever a chain names. */
export const staffGroups: readonly RecipientGroup[] = ['SUPERVISOR', 'NURSES', 'MANAGER']
export const RecipientGroup = z.enum(recipientGroups)
export type RecipientGroup = z.output<typeof RecipientGroup>

/** Of those whom a step names, whom the alarm can reach: of a room in which it is nobody's no family is told, nor of what is for staff alone. Null: nobody. */
export function groupsReached(
  who: readonly RecipientGroup[] | null | undefined,
  { kind, isOfSomebody }: { kind: AlarmKind; isOfSomebody: boolean },
): RecipientGroup[] | null {
  const isForFamily = isOfSomebody && !alarmKind(kind).isForStaffAlone
  const reached = (who ?? []).filter((group) => isForFamily || staffGroups.includes(group))
  return reached.length > 0 ? reached : null
}

export const MAX_STEPS = 10
export const MAX_STEP_SECONDS = 86_400
export const MAX_ROUNDS = 20

export const ChainStep = z.strictObject({
  /** Since the alarm opened, or since its round began. */
  afterSeconds: z.int().min(0).max(MAX_STEP_SECONDS),
  who: z.array(RecipientGroup).min(1).max(recipientGroups.length),
  /** In the order in which they are tried; `IN_APP` is always there. */
  channels: z.array(Channel).min(1).max(channels.length),
})
export type ChainStep = z.output<typeof ChainStep>

/** A chain of steps, each later than the one before; the whole is said again until somebody answers. */
export const Chain = z
  .strictObject({
    steps: z.array(ChainStep).min(1).max(MAX_STEPS),
    /** From the beginning of one round to the beginning of the next. */
    repeatEverySeconds: z.int().min(30).max(MAX_STEP_SECONDS),
    /** How many times the whole is said again. */
    repeats: z.int().min(0).max(MAX_ROUNDS),
  })
  .refine(({ steps }) => steps.every((step, at) => at === 0 || later(step, steps[at - 1])), {
    error: 'stepsOrder',
    path: ['steps'],
  })
  .refine(
    ({ steps, repeatEverySeconds, repeats }) =>
      repeats === 0 || (steps.at(-1)?.afterSeconds ?? 0) < repeatEverySeconds,
    {
      error: 'roundOverlap',
      path: ['repeatEverySeconds'],
    },
  )
  .meta({ id: 'Chain' })
export type Chain = z.output<typeof Chain>

const later = (step: ChainStep, before: ChainStep | undefined): boolean =>
  before === undefined || step.afterSeconds > before.afterSeconds

/** Alarms that are escalated alike. */
export const chainFamilies = ['EMERGENCY', 'HIGH', 'MEDIUM', 'LOW', 'TECHNICAL'] as const
export const ChainFamily = z.enum(chainFamilies)
export type ChainFamily = z.output<typeof ChainFamily>

/** A cry for help and whatever is critical; what concerns the machines goes to staff alone; the others by severity. */
export function familyOf(kind: AlarmKind, severity: Severity): ChainFamily {
  if (alarmKind(kind).category === 'TECHNICAL') return 'TECHNICAL'
  if (kind === 'SOS' || kind === 'FALL' || severity === 'CRITICAL') return 'EMERGENCY'
  return severity
}

/** When nobody resolved it so long after somebody took it, the chain goes on. */
export const RESUME_AFTER_ACKNOWLEDGED_SECONDS = 600

/** A new channel is tried where a chain names it, never by itself. */
const every: Channel[] = ['IN_APP', 'PUSH', 'TELEGRAM', 'SMS', 'EMAIL']
const step = (afterSeconds: number, who: RecipientGroup[], by: Channel[] = every): ChainStep => ({
  afterSeconds,
  who,
  channels: by,
})

/** What holds where a company set nothing of its own. */
export const defaultChains: Record<ChainFamily, Chain> = {
  EMERGENCY: {
    steps: [
      step(0, ['SUPERVISOR', 'RELATIVES_HIGH']),
      step(60, ['NURSES', 'RELATIVES_MEDIUM']),
      step(180, ['MANAGER', 'RELATIVES_LOW']),
    ],
    repeatEverySeconds: 300,
    repeats: 5,
  },
  HIGH: {
    steps: [
      step(0, ['SUPERVISOR', 'RELATIVES_HIGH']),
      step(300, ['NURSES', 'RELATIVES_MEDIUM']),
      step(900, ['MANAGER', 'RELATIVES_LOW']),
    ],
    repeatEverySeconds: 900,
    repeats: 0,
  },
  MEDIUM: {
    steps: [step(0, ['SUPERVISOR', 'OWNER']), step(1_800, ['NURSES', 'MANAGER'])],
    repeatEverySeconds: 1_800,
    repeats: 0,
  },
  LOW: { steps: [step(0, ['SUPERVISOR', 'OWNER'], ['IN_APP'])], repeatEverySeconds: 3_600, repeats: 0 },
  TECHNICAL: {
    steps: [step(0, ['SUPERVISOR'], ['IN_APP', 'PUSH']), step(1_800, ['NURSES', 'MANAGER'])],
    repeatEverySeconds: 3_600,
    repeats: 0,
  },
}

/** Where a chain stands: the step that comes next, and when. */
export type ChainPlace = { round: number; step: number; dueAt: Date }

const SECOND = 1_000
const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * SECOND)

export const startOf = (chain: Chain, at: Date): ChainPlace => ({
  round: 0,
  step: 0,
  dueAt: after(at, chain.steps[0]?.afterSeconds ?? 0),
})

/** The place after one whose step has notified its recipients; none at the end of the chain. */
export function nextPlace(chain: Chain, { round, step, dueAt }: ChainPlace): ChainPlace | null {
  const stepAfter = chain.steps[step]?.afterSeconds ?? 0
  const next = chain.steps[step + 1]
  if (next) return { round, step: step + 1, dueAt: after(dueAt, next.afterSeconds - stepAfter) }
  if (round >= chain.repeats) return null
  const firstAfter = chain.steps[0]?.afterSeconds ?? 0
  return { round: round + 1, step: 0, dueAt: after(dueAt, chain.repeatEverySeconds - stepAfter + firstAfter) }
}
