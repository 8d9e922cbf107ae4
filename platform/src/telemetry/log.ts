import { privatePaths, withoutValues } from '@carewatch/contracts/privacy'
import { pino } from 'pino'
import { createFloodGuard, kindOf } from './flood.ts'

const WARN = 40
const LOOK_EVERY_MS = 60_000

/** Lines of JSON on standard output: ids and what happened, never a value, a name or a secret. Of a flood of warnings one line a minute. */
export function createLog(name: string, level: string) {
  const floods = createFloodGuard()
  const log = pino({
    name,
    level,
    redact: { paths: privatePaths, censor: '[private]' },
    serializers: { err: withoutValues },
    hooks: {
      logMethod(parts, write, weight) {
        if (weight < WARN) return write.apply(this, parts)
        const { isWritten, more } = floods.admit(kindOf(weight, parts))
        if (more > 0) this.info({ more }, 'and as many of the next line in the minute before')
        if (isWritten) write.apply(this, parts)
      },
    },
  })
  setInterval(() => {
    for (const { name: kind, more } of floods.over()) log.info({ kind, more }, 'a flood of one line is over')
  }, LOOK_EVERY_MS).unref()
  return log
}

export type Log = ReturnType<typeof createLog>
