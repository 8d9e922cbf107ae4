import type { Task } from '@carewatch/contracts/tasks'
import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns.ts'
import { tasksByTriage } from '@carewatch/contracts/triage'
import { current, matches } from './filters.ts'
import { untilOf } from './until.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const minuteLater = new Date('2026-03-01T12:01:00Z')
const aTask = (given: Partial<Task>): Task => ({
  uuid: 'a',
  id: 1,
  title: 'SOS',
  deviceUuid: null,
  deviceIMEI: null,
  branchUuid: null,
  deviceName: 'Mum',
  alarmUuid: null,
  status: 'OPEN',
  monitoringType: 'SOS',
  alertType: 'SOS',
  severity: 'CRITICAL',
  createdBy: 'SYSTEM',
  assignedTo: null,
  assigneeName: null,
  outcome: null,
  reason: null,
  deferredUntil: null,
  dueAt: noon,
  createdAt: noon,
  updatedAt: noon,
  isUnAssigned: true,
  isDone: false,
  isOverdue: false,
  ...given,
})

describe('the task board', () => {
  it('follows what changed since it was loaded, and never goes back to something older', () => {
    const started = aTask({ status: 'IN_PROGRESS', updatedAt: minuteLater })
    const stale = aTask({ status: 'DONE', updatedAt: new Date('2026-03-01T11:00:00Z') })
    expect(current([aTask({})], new Map([['a', started]]), {})[0]?.status).toBe('IN_PROGRESS')
    expect(current([aTask({})], new Map([['a', stale]]), {})[0]?.status).toBe('OPEN')
  })

  it('lets a task go when it no longer fits the filter', () => {
    const taken = aTask({ isUnAssigned: false, updatedAt: minuteLater })
    expect(current([aTask({})], new Map([['a', taken]]), { unassigned: true })).toEqual([])
  })

  it('puts the most pressing first, and the done after the open', () => {
    const low = aTask({ uuid: 'low', alertType: 'BATTERY', severity: 'LOW' })
    const late = aTask({ uuid: 'late', dueAt: new Date('2026-03-01T13:00:00Z') })
    const done = aTask({ uuid: 'done', status: 'DONE', isDone: true })
    expect(tasksByTriage([done, low, late, aTask({})]).map(({ uuid }) => uuid)).toEqual([
      'a',
      'late',
      'low',
      'done',
    ])
  })

  it('moves a task to its new column, and counts it there and no longer where it was', () => {
    const loaded = [
      { status: 'OPEN' as const, tasks: [aTask({})], total: 30 },
      { status: 'IN_PROGRESS' as const, tasks: [], total: 0 },
    ]
    const started = aTask({ status: 'IN_PROGRESS', updatedAt: minuteLater })
    const columns = columnsOf(loaded, new Map([['a', started]]), {})
    expect(columns.map(({ key, tasks, total }) => [key, tasks.length, total])).toEqual([
      ['OPEN', 0, 29],
      ['IN_PROGRESS', 1, 1],
    ])
  })

  it('has a column for each person, and the tasks of nobody first', () => {
    const noas = aTask({ uuid: 'b', assignedTo: 'n', assigneeName: 'Noa' })
    const columns = columnsOf([{ status: 'OPEN', tasks: [noas, aTask({})], total: 2 }], new Map(), {
      group: 'supervisor',
    })
    expect(columns.map(({ key, person }) => [key, person])).toEqual([
      ['nobody', null],
      ['n', 'Noa'],
    ])
  })

  it('counts the last day of a span whole', () => {
    const evening = aTask({ createdAt: new Date(2026, 2, 1, 23, 30) })
    expect(matches(evening, { after: '2026-03-01', before: '2026-03-01' })).toBe(true)
    expect(matches(evening, { before: '2026-02-28' })).toBe(false)
    expect(matches(evening, { after: '2026-03-02' })).toBe(false)
  })
})

it('brings a task that was put off until tomorrow back in the morning', () => {
  const until = untilOf('tomorrow', noon)
  expect(until.getHours()).toBe(8)
  expect(until.getTime()).toBeGreaterThan(noon.getTime())
})
