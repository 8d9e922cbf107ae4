import type { Notification } from '@carewatch/contracts/notifications'
import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { aNotification } from './a-notification.ts'
import {
  changesCount,
  fresh,
  keepNotifications,
  knownAtom,
  loaded,
  merged,
  notificationsAtom,
  unansweredAtom,
  waitingAtom,
} from './notifications.ts'

const first = aNotification({ uuid: 'a' })
const later = aNotification({ uuid: 'b', createdAt: new Date('2026-03-01T12:05:00Z') })
const acknowledged = { ...first, acknowledged: true, acknowledgedBy: 'Noa Ben-David' }

describe('the list of notifications', () => {
  it('shows what waits before what somebody took, and a changed one once', () => {
    const store = createStore()
    store.set(knownAtom, loaded([first, later], 2))
    store.set(keepNotifications, [acknowledged])
    expect(store.get(notificationsAtom)).toEqual([later, acknowledged])
  })
})

describe('the badge', () => {
  it('counts what nobody has acknowledged, also what is older than the list', () => {
    const store = createStore()
    store.set(knownAtom, loaded([first, later], 5))
    expect(store.get(waitingAtom)).toBe(5)
  })

  it('counts what happened to one person once, for as long as somebody must come', () => {
    const store = createStore()
    const ruth = { incidentUuid: 'ruth' }
    const [sos, fall] = [
      { ...first, ...ruth },
      { ...later, ...ruth },
    ]
    store.set(knownAtom, loaded([sos, fall], 1))
    expect(store.get(waitingAtom)).toBe(1)
    store.set(keepNotifications, [{ ...sos, acknowledged: true }])
    expect(store.get(waitingAtom)).toBe(1)
    store.set(keepNotifications, [{ ...fall, acknowledged: true }])
    expect(store.get(waitingAtom)).toBe(0)
  })

  it('goes down when a colleague acknowledges, and up when something new happens', () => {
    const store = createStore()
    store.set(knownAtom, loaded([first], 1))
    store.set(keepNotifications, [acknowledged])
    expect(store.get(waitingAtom)).toBe(0)
    store.set(keepNotifications, [later])
    expect(store.get(waitingAtom)).toBe(1)
  })
})

describe('the alarm banner', () => {
  it('shows the first by triage, of equals who has waited longest, and nothing that is no alarm', () => {
    const message = aNotification({ uuid: 'n', type: 'NOTIFICATION', severity: 'LOW' })
    const high = aNotification({ uuid: 'h', kind: 'SPO2', severity: 'HIGH', createdAt: new Date(0) })
    const store = createStore()
    store.set(knownAtom, loaded([message, high, later, first], 4))
    expect(store.get(unansweredAtom).map(({ first }) => first.uuid)).toEqual(['a', 'b', 'h'])
  })
})

describe('the count', () => {
  const event = (change: 'opened' | 'acknowledged', notification: Notification = acknowledged) =>
    [{ type: 'notification', change, notification }] as const

  it('is asked for again when something changed that may be one of those that were not loaded', () => {
    expect(changesCount(loaded([], 1), event('acknowledged'))).toBe(true)
  })

  it('is asked for again when something came to an incident that was not loaded', () => {
    const came = { ...first, incidentUuid: 'ruth' }
    expect(changesCount(loaded([], 1), event('opened', came))).toBe(true)
    expect(changesCount(loaded([{ ...later, incidentUuid: 'ruth' }], 2), event('opened', came))).toBe(false)
  })

  it('is not for what is new, for what is known, nor where all is known', () => {
    expect(changesCount(loaded([], 1), event('opened', first))).toBe(false)
    expect(changesCount(loaded([first], 2), event('acknowledged'))).toBe(false)
    expect(changesCount(loaded([], 0), event('acknowledged'))).toBe(false)
  })
})

describe('what is fresh', () => {
  it('is what was not known and waits for a person', () => {
    expect(fresh(new Map(), [first, { ...later, acknowledged: true }])).toEqual([first])
  })

  it('is not what was known already, nor what repeats itself', () => {
    expect(fresh(merged(new Map(), [first]), [{ ...first, count: 2 }])).toEqual([])
  })

  it('is not what was on its way while somebody answered, and it undoes no answer', () => {
    const before = { ...first, version: 4 }
    const answered = { ...acknowledged, version: 5 }
    const known = merged(new Map(), [answered])
    expect(fresh(known, [before])).toEqual([])
    expect(merged(known, [before]).get('a')).toEqual(answered)
    const again = { ...first, version: 6 }
    expect(fresh(known, [again])).toEqual([again])
    expect(merged(known, [again]).get('a')).toEqual(again)
  })

  it('is an alarm that became graver or that needs a person again', () => {
    const mild = aNotification({ uuid: 'a', severity: 'HIGH' })
    expect(fresh(merged(new Map(), [mild]), [first])).toEqual([first])
    expect(fresh(merged(new Map(), [acknowledged]), [first])).toEqual([first])
  })
})
