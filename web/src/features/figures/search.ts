import { CaseFigure, FIGURE_DAYS, Shift } from '@carewatch/contracts/figures'
import { AlarmKind, Direction } from '@carewatch/contracts/alarms'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

export const figureDays = [7, 28, 92] as const
export type FigureDays = (typeof figureDays)[number]

const moment = z.iso.datetime().optional().catch(undefined)

/** Of which days and which branch the figures are, as it stands in the address: the last so many, or those between two moments, as of the week that was mailed. */
export const FiguresSearch = z.object({
  days: z.literal(figureDays).optional().catch(undefined),
  from: moment,
  to: moment,
  branch: Uuid.optional().catch(undefined),
})
export type FiguresSearch = z.output<typeof FiguresSearch>

const DAY_MS = 86_400_000

/** Between two moments, where the address names both, one before the other. */
export const isBetween = ({ from, to }: FiguresSearch): boolean =>
  from !== undefined && to !== undefined && new Date(from) < new Date(to)

export function asked(search: FiguresSearch) {
  const { days = FIGURE_DAYS, branch, from, to } = search
  const of = branch && { branch }
  if (isBetween(search) && from && to) return { from: new Date(from), to: new Date(to), ...of }
  const now = new Date()
  return { from: new Date(now.getTime() - days * DAY_MS), to: now, ...of }
}

const { page, size } = listSearch
const orNone = z
  .union([Uuid, z.literal('none')])
  .optional()
  .catch(undefined)

/** Which figure's alarms, of which row of the figures, as it stands in the address. */
export const CasesSearch = z.object({
  page,
  size,
  figure: CaseFigure.optional().catch(undefined),
  from: moment,
  to: moment,
  branch: orNone,
  shift: Shift.optional().catch(undefined),
  device: Uuid.optional().catch(undefined),
  wearer: orNone,
  kind: AlarmKind.optional().catch(undefined),
  direction: Direction.optional().catch(undefined),
})
export type CasesSearch = z.output<typeof CasesSearch>

export const askedCases = ({ from, to, ...others }: CasesSearch) => ({
  ...others,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})
