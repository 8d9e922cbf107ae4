import { Refusal } from '@carewatch/contracts/refusal'
import { taskStatuses } from '@carewatch/contracts/tasks'
import { describe, expect, it } from 'vitest'
import { refuseWrongMove } from './move.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const nurse = { role: 'SUPERVISOR', now } as const
const manager = { role: 'MANAGER', now } as const

const answer = (move: () => void) => {
  try {
    move()
    return 'may'
  } catch (error) {
    return error instanceof Refusal ? `${error.code} ${error.key}` : error
  }
}

describe('moving a task', () => {
  const allowed = [
    'OPEN→IN_PROGRESS',
    'OPEN→DEFERRED',
    'IN_PROGRESS→DONE',
    'IN_PROGRESS→DEFERRED',
    'DEFERRED→IN_PROGRESS',
    'DEFERRED→OPEN',
  ]
  const moves = taskStatuses.flatMap((from) => taskStatuses.map((to) => ({ from, to })))

  it.each(moves.filter(({ from }) => from !== 'DONE'))(
    'a nurse moves it $from → $to only where the table says so',
    ({ from, to }) => {
      const outcome = answer(() => refuseWrongMove({ status: from, doneAt: null }, to, nurse))
      expect(outcome).toBe(allowed.includes(`${from}→${to}`) ? 'may' : 'conflict taskMove')
    },
  )

  it('is reopened by a manager within a day', () => {
    expect(answer(() => refuseWrongMove({ status: 'DONE', doneAt: hoursAgo(23) }, 'OPEN', manager))).toBe(
      'may',
    )
    expect(answer(() => refuseWrongMove({ status: 'DONE', doneAt: hoursAgo(25) }, 'OPEN', manager))).toBe(
      'conflict taskMove',
    )
  })

  it('is not reopened by a nurse', () => {
    expect(answer(() => refuseWrongMove({ status: 'DONE', doneAt: hoursAgo(1) }, 'OPEN', nurse))).toBe(
      'forbidden forbidden',
    )
  })
})
