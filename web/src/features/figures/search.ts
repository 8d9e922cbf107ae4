import { FIGURE_DAYS } from '@carewatch/contracts/http/alarm-figures'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

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
