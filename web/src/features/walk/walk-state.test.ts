import { describe, expect, it } from 'vitest'
import { mayFinish, nextRoom, ofHundred, ownReadings } from './walk-state.ts'

const room = (uuid: string, isValid: boolean | null) => ({
  uuid,
  name: uuid,
  walk: isValid === null ? null : { endedAt: new Date(0), by: null, isValid },
  examined: null,
})

describe('the room that is offered next', () => {
  it('is the next one that needs a walk, and after the last the first that does', () => {
    const rooms = [room('a', null), room('b', true), room('c', false), room('d', true)]
    expect(nextRoom(rooms, 'b')?.uuid).toBe('c')
    expect(nextRoom(rooms, 'c')?.uuid).toBe('a')
    expect(nextRoom([room('a', true), room('b', null)], 'b')).toBeUndefined()
  })
})

describe('how many of a hundred decisions are right', () => {
  it('is all of them where none was wrong, and none where nothing was decided', () => {
    expect(ofHundred({ decisions: 36, right: 36 })).toBe(100)
    expect(ofHundred({ decisions: 1_000, right: 999 })).toBe(99)
    expect(ofHundred({ decisions: 0, right: 0 })).toBe(0)
  })
})

describe('a walk', () => {
  const gateway = (uuid: string, values: { room: string; readings: number; isDown?: boolean }) => ({
    gateway: { uuid, name: uuid },
    room: { uuid: values.room, name: values.room },
    readings: values.readings,
    rssi: -60,
    isDown: values.isDown ?? false,
  })
  const walk = (...received: ReturnType<typeof gateway>[]) => ({
    uuid: 'w',
    room: { uuid: 'bath', name: 'Bath' },
    beacon: { uuid: 'tag', name: 'Tag' },
    startedAt: new Date(0),
    seconds: 60,
    silentSeconds: 0,
    received,
  })
  const good = [gateway('1', { room: 'bath', readings: 3 }), gateway('2', { room: 'bath', readings: 2 })]

  it('may be finished when it was long enough and its room’s gateways received the tag often enough', () => {
    expect(ownReadings(walk(...good, gateway('3', { room: 'hall', readings: 9 })))).toBe(5)
    expect(mayFinish(walk(...good), 30)).toBe(true)
    expect(mayFinish(walk(...good), 29)).toBe(false)
    expect(mayFinish(walk(...good), 181)).toBe(false)
    expect(mayFinish(walk(gateway('1', { room: 'bath', readings: 4 })), 60)).toBe(false)
    expect(mayFinish(walk(...good, gateway('3', { room: 'hall', readings: 0, isDown: true })), 60)).toBe(
      false,
    )
  })
})
