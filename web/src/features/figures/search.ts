import { CaseFigure, FIGURE_DAYS, Shift } from '@carewatch/contracts/figures'
import { AlarmKind, Direction } from '@carewatch/contracts/alarms'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

export const figureDays = [7, 28, 92] as const
export type FigureDays = (typeof figureDays)[number]

/** Of which days and which branch the figures are, as it stands in the address. */
export const FiguresSearch = z.object({
  days: z.literal(figureDays).optional().catch(undefined),
  branch: Uuid.optional().catch(undefined),
})
export type FiguresSearch = z.output<typeof FiguresSearch>

const DAY_MS = 86_400_000

export function asked({ days = FIGURE_DAYS, branch }: FiguresSearch) {
  const to = new Date()
  return { from: new Date(to.getTime() - days * DAY_MS), to, ...(branch && { branch }) }
}

const { page, size } = listSearch
const moment = z.iso.datetime().optional().catch(undefined)
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
