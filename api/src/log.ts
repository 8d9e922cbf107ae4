import { privatePaths, withoutValues } from '@carewatch/contracts/privacy'
import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

export const createLog = (level: string) =>
  pino({
    name: 'api',
    level,
    redact: { paths: privatePaths, censor: '[private]' },
    serializers: { err: withoutValues },
  })
