import { z } from 'zod'
import { FigureMailPeriod } from '../figures.ts'
import { permissions } from '../permissions.ts'
import { Instant } from '../wire.ts'
import { endpoint } from './endpoint.ts'

const answer = z.object({
  /** Null: never. */
  every: FigureMailPeriod.nullable(),
  /** When the next one is sent. */
  nextAt: Instant.nullable(),
  /** This installation sends mail. */
  isMailed: z.boolean(),
})

export const figureMail = endpoint({
  method: 'GET',
  path: '/user/figureMail',
  summary: 'How often you have the figures of the alarms of your scope sent by mail',
  allow: permissions.mailFigures,
  byKey: null,
  reply: answer,
})

export const changeFigureMail = endpoint({
  method: 'POST',
  path: '/user/figureMail',
  summary:
    'Have the figures of the alarms of your scope sent to yourself by mail: of each week on Monday, of each month on its first day, or no longer',
  allow: permissions.mailFigures,
  byKey: null,
  body: z.strictObject({ every: FigureMailPeriod.nullable() }),
  reply: answer,
})
