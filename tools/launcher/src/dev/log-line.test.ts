import { describe, expect, it } from 'vitest'
import { createFormat, isShown } from './log-line.ts'

const pinoLine = (level: number, more: object = {}): string =>
  JSON.stringify({ level, time: 0, pid: 7, hostname: 'here', name: 'api', ...more, msg: 'a thing happened' })

describe('the filter of the log', () => {
  const all = { services: undefined, level: 'info' } as const

  it('shows the services that are asked for, all of them where none is', () => {
    const line = { line: pinoLine(30), source: 'stdout' } as const
    expect(isShown(all, 'web', line)).toBe(true)
    expect(isShown({ ...all, services: ['api'] }, 'api', line)).toBe(true)
    expect(isShown({ ...all, services: ['api'] }, 'web', line)).toBe(false)
  })

  it('shows lines from the level on', () => {
    const shown = [20, 30, 40, 50].filter((level) =>
      isShown({ ...all, level: 'warn' }, 'api', { line: pinoLine(level), source: 'stdout' }),
    )
    expect(shown).toEqual([40, 50])
  })

  it.each([
    ['18 watches', 'stdout', false],
    ['Error: no such file', 'stderr', true],
    ['{ not JSON', 'stderr', true],
    ['{"level":"high"}', 'stdout', false],
    ['{"level":30}', 'stderr', false],
  ] as const)('takes %j on %s for a warning or more: %s', (line, source, isWarning) => {
    expect(isShown({ ...all, level: 'warn' }, 'api', { line, source })).toBe(isWarning)
  })
})

describe('a line of the log', () => {
  const format = createFormat(false)

  it('is readable, on one line, without what every line has', () => {
    const text = format('api │', pinoLine(30, { port: 8080 }))
    expect(text).toMatch(/^api │ \[[\d:.]+\] INFO: a thing happened \{"port":8080\}\n$/)
  })

  it('has the service before each line of an error', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at there' }
    const lines = format('api │', pinoLine(50, { err })).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.every((line) => line.startsWith('api │ '))).toBe(true)
    expect(lines.join('\n')).toContain('at there')
  })

  it('stays as it is where it is not of pino', () => {
    expect(format('web │', '[vite] page reload')).toBe('web │ [vite] page reload\n')
    expect(format('web │', '{ not JSON')).toBe('web │ { not JSON\n')
  })
})
