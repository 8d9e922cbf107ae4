import { z } from 'zod'

export const FIGURE_DAYS = 28

/** From 7 to 15, from 15 to 23, from 23 to 7, by the clocks of the branch. */
export const shifts = ['DAY', 'EVENING', 'NIGHT'] as const
export const Shift = z.enum(shifts)
export type Shift = z.output<typeof Shift>

/**
 * Which alarms a figure counts, the devices' own in `every` alone: those about people, to whom somebody was told, which a screen showed open, to whom
 * somebody came, that somebody answered, within a minute or not, that were ended, and that were none.
 */
export const caseFigures = [
  'every',
  'alarms',
  'notified',
  'seen',
  'bedside',
  'acknowledged',
  'inTime',
  'notInTime',
  'resolved',
  'falseAlarms',
] as const
export const CaseFigure = z.enum(caseFigures)
export type CaseFigure = z.output<typeof CaseFigure>

/** How often somebody has the figures sent by mail. */
export const figureMailPeriods = ['WEEK', 'MONTH'] as const
export const FigureMailPeriod = z.enum(figureMailPeriods)
export type FigureMailPeriod = z.output<typeof FigureMailPeriod>
