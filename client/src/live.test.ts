import { WATCHED_MAX } from '@carewatch/contracts/events'
import { expect, it } from 'vitest'
import { type LiveState, openLive } from './index.ts'

const NOBODY = 'http://127.0.0.1:1'
const devicesOf = (length: number): string[] => Array.from({ length }, () => crypto.randomUUID())

it('refuses more devices than the server takes, before it opens anything', () => {
  const states: LiveState[] = []
  const onState = (state: LiveState): void => void states.push(state)
  const open = () =>
    openLive({
      url: NOBODY,
      token: 'none',
      devices: devicesOf(WATCHED_MAX + 1),
      onMessage: () => {},
      onState,
    })
  expect(open).toThrow(new RangeError('One socket watches 500 devices at most, not 501.'))
  expect(states).toEqual([])
})

it('refuses to watch more later, and takes as many as there may be', () => {
  const live = openLive({
    url: NOBODY,
    token: 'none',
    devices: devicesOf(WATCHED_MAX),
    onMessage: () => {},
  })
  try {
    expect(() => live.watch(devicesOf(WATCHED_MAX + 1))).toThrow(RangeError)
    live.watch(devicesOf(WATCHED_MAX))
  } finally {
    live.close()
  }
})
