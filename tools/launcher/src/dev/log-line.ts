import { prettyFactory } from 'pino-pretty'
import { LEVELS, type Level } from './options.ts'

export type Source = 'stdout' | 'stderr'
export type LogFilter = { services: readonly string[] | undefined; level: Level }

const HIDDEN_FIELDS = 'pid,hostname,name'

/** The level that pino wrote; a line that is not pino's is an error where it came by the error output. */
function levelOf(line: string, source: Source): number {
  if (line.startsWith('{'))
    try {
      const { level }: { level?: unknown } = JSON.parse(line)
      if (typeof level === 'number') return level
    } catch {
      // It only looks like JSON.
    }
  return source === 'stderr' ? LEVELS.error : LEVELS.info
}

export const isShown = (
  { services, level }: LogFilter,
  service: string,
  { line, source }: { line: string; source: Source },
): boolean => (services?.includes(service) ?? true) && levelOf(line, source) >= LEVELS[level]

/** Makes lines of JSON readable, and leaves others as they are. */
export function createFormat(colorize: boolean): (prefix: string, line: string) => string {
  const pretty = prettyFactory({
    colorize,
    ignore: HIDDEN_FIELDS,
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
  })
  return (prefix, line) =>
    pretty(line)
      .trimEnd()
      .split('\n')
      .map((text) => `${prefix} ${text}\n`)
      .join('')
}
