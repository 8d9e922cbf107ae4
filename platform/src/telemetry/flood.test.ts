import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFloodGuard, kindOf } from './flood.ts'

function guarded() {
  let time = 0
  const guard = createFloodGuard(() => time)
  return {
    ...guard,
    later: (ms: number): void => void (time += ms),
    written: (name: string, times: number): number =>
      Array.from({ length: times }, () => guard.admit(name)).filter(({ isWritten }) => isWritten).length,
  }
}

it('writes some, and of a flood one line a minute with the number of the others', () => {
  const { admit, later, over, written } = guarded()
  expect(written('away', 10_000)).toBe(20)
  expect(written('another', 5)).toBe(5)
  later(60_000)
  expect(admit('away')).toEqual({ isWritten: true, more: 9_980 })
  expect(written('away', 500)).toBe(0)
  later(60_000)
  expect(admit('away')).toEqual({ isWritten: true, more: 500 })
  // A quiet minute is no flood any more.
  later(60_000)
  expect(admit('away')).toEqual({ isWritten: true, more: 0 })
  expect(written('away', 100)).toBe(19)
  later(60_000)
  expect(over()).toEqual([{ name: 'away', more: 81 }])
  expect(over()).toEqual([])
})

it('says how many were left out of a flood that ended', () => {
  const { later, over, written } = guarded()
  written('away', 30)
  expect(over()).toEqual([])
  later(60_000)
  expect(over()).toEqual([{ name: 'away', more: 10 }])
})

it('does not grow with whatever is said', () => {
  const { admit, over, later } = guarded()
  for (let at = 0; at < 2_000; at++) for (let again = 0; again < 30; again++) admit(`kind ${at}`)
  later(60_000)
  expect(over()).toHaveLength(500)
})

it.each<[string, unknown[]]>([
  ['40 cut', ['cut']],
  ['40 cut', [{ client: 7 }, 'cut']],
  ['40 cut ECONNRESET', [{ err: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }, 'cut']],
  ['40 cut TypeError', [{ err: new TypeError('x 17') }, 'cut']],
  ['40', [{ err: 'text' }]],
])('is of the kind %s', (kind, parts) => {
  expect(kindOf(40, parts)).toBe(kind)
})

it('is kept out of the log of a service, whose other lines stay', () => {
  const log = JSON.stringify(join(import.meta.dirname, 'log.ts'))
  const program = `import { createLog } from ${log}
    const log = createLog('broker', 'info')
    for (let at = 0; at < 3_000; at++) log.child({ client: at }).warn({ err: new Error('x ' + at) }, 'connection cut')
    for (let at = 0; at < 50; at++) log.info('taken')
    log.error('connection cut')`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string })
  const count = (level: number) => lines.filter((line) => line.level === level).length
  expect([count(30), count(40), count(50)]).toEqual([50, 20, 1])
})
