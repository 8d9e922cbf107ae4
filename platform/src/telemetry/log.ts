import { privatePaths, withoutValues } from '@carewatch/contracts/privacy'
import { pino } from 'pino'

/** Lines of JSON on standard output: ids and what happened, never a value, a name or a secret. */
export const createLog = (name: string, level: string) =>
  pino({
    name,
    level,
    redact: { paths: privatePaths, censor: '[private]' },
    serializers: { err: withoutValues },
  })

export type Log = ReturnType<typeof createLog>
