import { type CaseFigure } from '@carewatch/contracts/figures'
import type { alarmFigures } from '@carewatch/contracts/http/alarm-figures'
import type { Reply } from '@carewatch/contracts/http/endpoint'

export type Figures = Reply<typeof alarmFigures>

/** Of which days and branch the figures on a screen are. */
export type Of = { from: string; to: string; branch?: string | undefined }

/** What a figure of one of its rows counts; left out by the version before. */
export const casesOf = (
  { cases }: { cases?: Record<CaseFigure, number> | undefined },
  figure: CaseFigure,
): number => cases?.[figure] ?? 0
