import { afterEach, expect, it, vi } from 'vitest'
import { tokenAtom } from '../http/token.ts'
import { userAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { forgetNotifications, keepNotifications, knownAtom } from './notifications.ts'
import { refreshNotifications } from './refresh.ts'

const uuid = '0192f0a0-0000-7000-8000-00000000000d'
const at = '2026-11-27T08:30:00.000Z'
/** A call for help as the interface answers it. */
const sos = {
  uuid,
  id: 1,
  type: 'ALARM',
  kind: 'SOS',
  direction: 'NONE',
  severity: 'CRITICAL',
  metric: null,
  value: null,
  late: false,
  isRehearsal: false,
  count: 1,
  message: 'SOS',
  alarmUuid: uuid,
  deviceUuid: uuid,
  deviceIMEI: '355688120000017',
  deviceName: 'Room 101',
  gatewayName: null,
  roomName: null,
  beaconName: null,
  branchUuid: null,
  createdAt: at,
  lastAt: at,
  active: true,
  acknowledged: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
  snoozedUntil: null,
}

/** Holds what the server answers until it is let go. */
function heldServer(notifications: readonly object[] = [sos]) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', () => promise)
  const context = { notifications, unacknowledged: notifications.length }
  return () => resolve(Response.json({ success: true, status: 200, message: '', context }))
}

const signIn = (token: string) => {
  // Safe: of who is signed in only the role is looked at.
  store.set(userAtom, { uuid, role: 'SUPERVISOR' } as never)
  store.set(tokenAtom, token)
}

afterEach(() => {
  store.set(forgetNotifications)
  store.set(userAtom, null)
  store.set(tokenAtom, null)
  vi.unstubAllGlobals()
})

it('keeps and rings what is open of whoever is signed in', async () => {
  const release = heldServer()
  signIn('of one')
  const asking = refreshNotifications()
  release()
  expect((await asking).map(({ kind }) => kind)).toEqual(['SOS'])
  expect(store.get(knownAtom).byUuid.has(uuid)).toBe(true)
})

it('neither shows nor rings to the next what was asked for whoever has gone', async () => {
  const release = heldServer()
  signIn('of one')
  const asking = refreshNotifications()
  await Promise.resolve()
  store.set(forgetNotifications)
  signIn('of another')
  release()
  expect(await asking).toEqual([])
  expect(store.get(knownAtom)).toMatchObject({ isLoaded: false })
  expect(store.get(knownAtom).byUuid.size).toBe(0)
})

it.each([
  ['graver than what came meanwhile rings', { before: 1, after: 2 }, ['CRITICAL']],
  ['older than what came meanwhile does not', { before: 2, after: 1 }, []],
])('what is %s', async (_name, { before, after }, expected) => {
  const versioned = (version: number, severity: string) => ({ ...sos, kind: 'FALL', severity, version })
  const release = heldServer([versioned(after, 'CRITICAL')])
  signIn('of one')
  const asking = refreshNotifications()
  await Promise.resolve()
  const context = { notifications: [versioned(before, 'MEDIUM')], unacknowledged: 1 }
  store.set(keepNotifications, notificationsAfter.reply.parse(context).notifications)
  release()
  expect((await asking).map(({ severity }) => severity)).toEqual(expected)
})
