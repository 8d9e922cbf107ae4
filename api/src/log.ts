import { privatePaths } from '@carewatch/contracts/privacy'
import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

type Told = { name?: string; message?: string; stack?: string; code?: unknown; cause?: unknown }

/** The database's errors quote the values of the statement, which are people's: only what happened and where is kept. */
export function withoutValues(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { type: typeof error }
  const { name, message = '', stack = '', code, cause } = error as Told
  return {
    type: name,
    ...(code !== undefined && { code }),
    message: message.split('\nparams:')[0],
    stack: stack
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(cause !== undefined && { cause: withoutValues(cause) }),
  }
}

export const createLog = (level: string) =>
  pino({
    name: 'api',
    level,
    redact: { paths: privatePaths, censor: '[private]' },
    serializers: { err: withoutValues },
  })
