import type { Task } from '@carewatch/contracts/tasks'
import { describe, expect, it } from 'vitest'
import { byStatus, current } from './filters.ts'
import { untilOf } from './until.ts'

const noon = new Date('2026-03-01T12:00:00Z')
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

describe('the task list', () => {
  it('follows what changed since it was loaded, and never goes back to something older', () => {
    const started = aTask({ status: 'IN_PROGRESS', updatedAt: new Date('2026-03-01T12:01:00Z') })
    const stale = aTask({ status: 'DONE', updatedAt: new Date('2026-03-01T11:00:00Z') })
    expect(current([aTask({})], new Map([['a', started]]), {})[0]?.status).toBe('IN_PROGRESS')
    expect(current([aTask({})], new Map([['a', stale]]), {})[0]?.status).toBe('OPEN')
  })

  it('lets a task go when it no longer fits the filter', () => {
    const taken = aTask({ isUnAssigned: false, updatedAt: new Date('2026-03-01T12:01:00Z') })
    expect(current([aTask({})], new Map([['a', taken]]), { unassigned: true })).toEqual([])
  })

  it('puts the most pressing of each status first', () => {
    const low = aTask({ uuid: 'low', severity: 'LOW' })
    const late = aTask({ uuid: 'late', dueAt: new Date('2026-03-01T13:00:00Z') })
    const groups = byStatus([low, late, aTask({}), aTask({ uuid: 'done', status: 'DONE' })])
    expect(groups.map(({ status, tasks }) => [status, tasks.map(({ uuid }) => uuid)])).toEqual([
      ['OPEN', ['a', 'late', 'low']],
      ['DONE', ['done']],
    ])
  })
})

it('brings a task that was put off until tomorrow back in the morning', () => {
  const until = untilOf('tomorrow', noon)
  expect(until.getHours()).toBe(8)
  expect(until.getTime()).toBeGreaterThan(noon.getTime())
})
