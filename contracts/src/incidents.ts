import type { RecipientGroup } from './escalation.ts'
import { byGravity, byTriage, type Standing } from './triage.ts'

/** How long whoever took an incident may take that back. */
export const UNDO_WITHIN_MS = 5_000

/** What tells of one alarm, and of which incident that is. */
type Part = Standing & {
  uuid: string
  /** The alarm itself, where this only tells of it. */
  alarmUuid?: string | null | undefined
  /** Left out by the version before: then it stands alone. */
  incidentUuid?: string | null | undefined
}

/** What happened to one person within ten minutes, or one alarm that stands alone. */
export type Incident<Item> = {
  uuid: string
  /** By which it is known and where it stands: of what nobody answered the gravest, else of what goes on, else of all. */
  first: Item
  /** All of it, in the order of triage; where all is over, the gravest first. */
  all: readonly [Item, ...Item[]]
  /** Nobody is asked for any more. */
  acknowledged: boolean
  /** Some of it goes on. */
  active: boolean
}

export const incidentUuidOf = ({ uuid, alarmUuid, incidentUuid }: Omit<Part, keyof Standing>): string =>
  incidentUuid ?? alarmUuid ?? uuid

const isOver = ({ acknowledged, active }: Standing): boolean => acknowledged && !active

function toIncident<Item extends Part>([uuid, found]: [string, [Item, ...Item[]]]): Incident<Item> {
  const [worst = found[0], ...others] = found.every(isOver) ? byGravity(found) : found
  const all: [Item, ...Item[]] = [worst, ...others]
  const [first] = all
  return { uuid, first, all, acknowledged: first.acknowledged, active: all.some(({ active }) => active) }
}

/** Each incident where its first alarm stands; how one stands follows from its alarms here and nowhere else. */
export function incidentsOf<Item extends Part>(items: readonly Item[]): Incident<Item>[] {
  const byUuid = new Map<string, [Item, ...Item[]]>()
  for (const item of byTriage(items)) {
    const uuid = incidentUuidOf(item)
    const known = byUuid.get(uuid)
    if (known) known.push(item)
    else byUuid.set(uuid, [item])
  }
  return [...byUuid].map(toIncident)
}

type Called = Standing & { nextStepWho?: readonly RecipientGroup[] | null | undefined }

/** Whom the chains of what nobody answered call next, and when; null: nobody more, though it goes on; undefined: it is answered or over, or the version before does not say. */
export function nextCallOf({
  all,
  active,
}: Pick<Incident<Called>, 'all' | 'active'>):
  | { at: Date; who: readonly RecipientGroup[] }
  | null
  | undefined {
  const waiting = all.filter(({ acknowledged }) => !acknowledged)
  const [next] = waiting
    .flatMap(({ nextStepAt: at, nextStepWho: who }) => (at && who ? [{ at, who }] : []))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  if (next) return next
  const isSaid = waiting.length > 0 && waiting.every(({ nextStepAt }) => nextStepAt === null)
  return active && isSaid ? null : undefined
}

/** What of it is still to be named: what is over stands behind what is not. */
export function named<Item extends Standing>({ all }: Pick<Incident<Item>, 'all'>): readonly Item[] {
  const open = all.filter((item) => !isOver(item))
  return open.length > 0 ? open : all
}
