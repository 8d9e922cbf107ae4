import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { aNotification } from './a-notification.ts'
import {
  fresh,
  keepNotifications,
  knownAtom,
  loaded,
  merged,
  newestFirst,
  unacknowledgedAtom,
} from './notifications.ts'

const first = aNotification({ uuid: 'a' })
const later = aNotification({ uuid: 'b', createdAt: new Date('2026-03-01T12:05:00Z') })
const acknowledged = { ...first, acknowledged: true, acknowledgedBy: 'Noa Ben-David' }

describe('the list of notifications', () => {
  it('shows the newest first and a changed one once', () => {
    const known = merged(merged(new Map(), [first, later]), [acknowledged])
    expect(newestFirst(known)).toEqual([later, acknowledged])
  })
})

describe('the badge', () => {
  it('counts what nobody has acknowledged, also what is older than the list', () => {
    const store = createStore()
    store.set(knownAtom, loaded([first, later], 5))
    expect(store.get(unacknowledgedAtom)).toBe(5)
  })

  it('goes down when a colleague acknowledges, and up when something new happens', () => {
    const store = createStore()
    store.set(knownAtom, loaded([first], 1))
    store.set(keepNotifications, [acknowledged])
    expect(store.get(unacknowledgedAtom)).toBe(0)
    store.set(keepNotifications, [later])
    expect(store.get(unacknowledgedAtom)).toBe(1)
  })
})

describe('what is fresh', () => {
  it('is what was not known and waits for a person', () => {
    expect(fresh(new Map(), [first, { ...later, acknowledged: true }])).toEqual([first])
  })

  it('is not what was known already, nor what repeats itself', () => {
    expect(fresh(merged(new Map(), [first]), [{ ...first, count: 2 }])).toEqual([])
  })

  it('is an alarm that became graver or that needs a person again', () => {
    const mild = aNotification({ uuid: 'a', severity: 'HIGH' })
    expect(fresh(merged(new Map(), [mild]), [first])).toEqual([first])
    expect(fresh(merged(new Map(), [acknowledged]), [first])).toEqual([first])
  })
})
