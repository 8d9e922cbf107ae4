import { describe, expect, it } from 'vitest'
import type { Remembered } from '../evaluate-rule.ts'
import type { LeftRoom } from './whereabouts.ts'
import { evaluateRoomRule, roomRules } from './index.ts'
import type { RoomFact, RoomKind, RoomSituation, RoomState } from './room-rule.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const agreed: RoomSituation['agreed'] = {
  roomId: 101,
  // Saturday is the sixth day.
  allowedTimes: [{ days: [6], from: '08:00', to: '12:05' }],
  maxMinutes: 30,
  temperatureLow: 18,
  temperatureHigh: 26,
  humidityLow: 30,
  humidityHigh: 60,
  buttons: {},
}

type Given = Partial<RoomSituation['agreed']> & { stepMs?: number; isGatewayOffline?: boolean }
type Step = { [Fact in RoomFact as Fact['type']]: Omit<Fact, 'time' | 'isLate'> }[RoomFact['type']] & {
  at?: number
  isLate?: boolean
}

/** Gives the rule the facts one a minute and writes down its results. */
function add(
  kind: RoomKind,
  steps: Step[],
  { stepMs = MINUTE, isGatewayOffline = false, ...limits }: Given = {},
) {
  let remembered: Remembered<RoomState> = { state: {}, flaps: {} }
  return steps.map(({ at, isLate = false, ...rest }, index) => {
    // Safe: a step is a fact without its moment.
    const fact = { ...rest, time: at ?? noon + index * stepMs, isLate } as RoomFact
    const situation = { fact, agreed: { ...agreed, ...limits }, zone: 'UTC', isGatewayOffline }
    const evaluated = evaluateRoomRule(kind, situation, remembered)
    remembered = JSON.parse(JSON.stringify(evaluated.remembered)) as typeof remembered
    return evaluated.results
      .map((result) =>
        result.change === 'clear' ? `clear ${result.direction}` : `${result.direction} ${result.severity}`,
      )
      .join(', ')
  })
}

const inRoom = (roomId: number | null, minutesAgo = 1, left: LeftRoom[] = []): Step => ({
  type: 'presence',
  roomId,
  since: noon - minutesAgo * MINUTE,
  stayedSince: noon - minutesAgo * MINUTE,
  left,
})
const climate = (type: 'temperature' | 'humidity', ...values: number[]): Step[] =>
  values.map((value) => ({ type, value }))
const switchSteps = (type: 'motion' | 'water' | 'smoke' | 'tamper', ...facts: boolean[]): Step[] =>
  facts.map((isSo) => ({ type, isSo }))
const door = (...states: boolean[]): Step[] => states.map((isOpen) => ({ type: 'door', isOpen }))

describe('where a tag is', () => {
  it('is told in a room that is not its own, once that is sure, until it has left', () => {
    const way = [inRoom(101), inRoom(102), inRoom(102), inRoom(102), inRoom(101), inRoom(101)]
    expect(add('BEACON_NOT_ALLOWED', way)).toEqual(['', '', 'NONE HIGH', 'NONE HIGH', '', 'clear NONE'])
    expect(add('BEACON_NOT_ALLOWED', [inRoom(102), inRoom(null), inRoom(102)])).toEqual(['', '', ''])
    expect(add('BEACON_NOT_ALLOWED', [inRoom(102), inRoom(102)], { roomId: null })).toEqual(['', ''])
  })

  it('is told outside its hours, in the branch’s own time', () => {
    const stay = Array.from({ length: 8 }, () => inRoom(101))
    expect(add('BEACON_OUTSIDE_HOURS', stay)).toEqual(['', '', '', '', '', '', 'NONE HIGH', 'NONE HIGH'])
    expect(add('BEACON_OUTSIDE_HOURS', stay, { allowedTimes: [] }).join('')).toBe('')
    expect(add('BEACON_OUTSIDE_HOURS', [...stay, inRoom(null), inRoom(null)]).at(-1)).toBe('clear NONE')
  })

  it('is told when it stays longer than it may', () => {
    const stay = [
      inRoom(101, 29),
      inRoom(101, 29),
      inRoom(101, 29),
      inRoom(101, 29),
      inRoom(102, -4),
      inRoom(102, -4),
    ]
    expect(add('BEACON_TOO_LONG', stay)).toEqual(['', '', '', 'NONE HIGH', '', 'clear NONE'])
    expect(add('BEACON_TOO_LONG', stay, { maxMinutes: null }).join('')).toBe('')
  })

  it('goes on while whoever stayed too long may yet be back, and not after another short stay', () => {
    const left = (minutes: number): LeftRoom[] => [
      { roomId: 101, stayedSince: noon - minutes * MINUTE, leftAt: noon },
    ]
    const long = [inRoom(101, 31), inRoom(101, 31)]
    expect(add('BEACON_TOO_LONG', [...long, inRoom(102, 0, left(31)), inRoom(102, 0, left(31))])).toEqual([
      '',
      'NONE HIGH',
      '',
      '',
    ])
    const passing = [...long, inRoom(102, 0, left(30)), inRoom(102, 0, left(30))]
    expect(add('BEACON_TOO_LONG', passing).at(-1)).toBe('clear NONE')
  })
})

describe('the climate of a room', () => {
  it.each([
    ['ROOM_TEMPERATURE', 'temperature', [26, 26.1, 26.2, 25.6, 25.5, 25.5]],
    ['ROOM_HUMIDITY', 'humidity', [60, 61, 62, 58, 57, 57]],
  ] as const)('%s opens after two samples outside and clears after two well inside', (kind, type, values) => {
    expect(add(kind, climate(type, ...values))).toEqual(['', '', 'HIGH MEDIUM', '', '', 'clear HIGH'])
  })
  it('has two sides, each with an alarm of its own', () => {
    expect(add('ROOM_TEMPERATURE', climate('temperature', 17, 17, 27, 27))).toEqual([
      '',
      'LOW MEDIUM',
      '',
      'HIGH MEDIUM, clear LOW',
    ])
  })
  it('has no side where nobody has set one', () => {
    const open = { temperatureLow: null, temperatureHigh: null }
    expect(add('ROOM_TEMPERATURE', climate('temperature', -10, -10, 60, 60), open).join('')).toBe('')
  })
})

describe('a door', () => {
  it('is told when it opens until it closes, and when it closes until it opens', () => {
    const day = door(false, true, true, false)
    expect(add('DOOR_OPENED', day)).toEqual(['', 'NONE LOW', 'NONE LOW', 'clear NONE'])
    expect(add('DOOR_CLOSED', day)).toEqual(['', '', '', 'NONE LOW'])
    expect(add('DOOR_OPENED', door(true))).toEqual(['NONE LOW'])
  })
  it('that somebody tampered with stays told until a person ends it', () => {
    expect(add('DOOR_TAMPERED', switchSteps('tamper', false, true, false, false))).toEqual([
      '',
      'NONE HIGH',
      '',
      '',
    ])
    expect(add('DOOR_TAMPERED', switchSteps('tamper', true, false, true))).toEqual([
      'NONE HIGH',
      '',
      'NONE HIGH',
    ])
  })
})

describe('water and movement', () => {
  it('is told at once, and water is over when it is dry twice', () => {
    expect(add('WATER', switchSteps('water', true, false, true, false, false))).toEqual([
      'NONE HIGH',
      '',
      'NONE HIGH',
      '',
      'clear NONE',
    ])
    expect(add('MOTION', switchSteps('motion', true, false))).toEqual(['NONE LOW', 'clear NONE'])
  })

  it('smoke and gas are critical, and over when a detector says twice that there is none', () => {
    expect(add('SMOKE', switchSteps('smoke', false, true, false, true, false, false))).toEqual([
      '',
      'NONE CRITICAL',
      '',
      'NONE CRITICAL',
      '',
      'clear NONE',
    ])
  })
  it('of a busy room is one alarm, not one a minute', () => {
    const busy = Array.from({ length: 60 }, (_, minute) => minute % 2 === 0)
    const changes = add('MOTION', switchSteps('motion', ...busy))
    expect(changes.filter((text) => text === 'clear NONE')).toHaveLength(2)
  })
})

describe('the battery of a beacon', () => {
  it('is told a grade at a time, and is over well above the last', () => {
    const levels = [30, 20, 19, 9, 12, 4, 24, 25].map((value): Step => ({ type: 'battery', value }))
    expect(add('BATTERY', levels)).toEqual([
      '',
      'NONE LOW',
      'NONE LOW',
      'NONE MEDIUM',
      'NONE MEDIUM',
      'NONE HIGH',
      '',
      'clear NONE',
    ])
  })
})

describe('what a gateway says late, or while it is offline', () => {
  it('says nothing of now, but water and tampering are told', () => {
    const late = { at: noon - 60 * MINUTE, isLate: true }
    expect(add('WATER', [{ type: 'water', isSo: true, ...late }])).toEqual(['NONE MEDIUM'])
    expect(add('DOOR_TAMPERED', [{ type: 'tamper', isSo: true, ...late }])).toEqual(['NONE MEDIUM'])
    expect(add('MOTION', [{ type: 'motion', isSo: true, ...late }])).toEqual([''])
    const older = { type: 'water' as const, isSo: false, at: noon - MINUTE }
    expect(add('WATER', [...switchSteps('water', true), older, older])).toEqual(['NONE HIGH', '', ''])
  })

  it('but smoke rings as gravely as ever, late and while the gateway of its room is offline, and is over only when that is back', () => {
    const late = { at: noon - 60 * MINUTE, isLate: true }
    expect(add('SMOKE', [{ type: 'smoke', isSo: true, ...late }])).toEqual(['NONE CRITICAL'])
    const offline = { isGatewayOffline: true }
    expect(add('SMOKE', switchSteps('smoke', true, false, false), offline)).toEqual(['NONE CRITICAL', '', ''])
  })

  const heldBack = (Object.keys(roomRules) as RoomKind[]).filter((kind) => !roomRules[kind].isNeverHeldBack)
  it.each(heldBack)('raises no %s while the gateway is offline', (kind) => {
    const all: Step[] = [
      inRoom(102, 60),
      inRoom(102, 60),
      ...climate('temperature', 40, 40),
      ...climate('humidity', 90, 90),
      { type: 'battery', value: 4 },
      ...switchSteps('motion', true),
      ...switchSteps('water', true),
      ...switchSteps('tamper', true),
      ...door(false, true, false),
    ]
    const outOfHours = { allowedTimes: [{ days: [0], from: '08:00', to: '09:00' }] }
    expect(add(kind, all, outOfHours).join('')).not.toBe('')
    expect(add(kind, all, { ...outOfHours, isGatewayOffline: true }).join('')).toBe('')
  })
})
