import { describe, expect, it } from 'vitest'
import { maySubscribe, mayPublish, mayReceive } from './permission.ts'

const watch = { kind: 'watch', name: '356938035643809' } as const
const gateway = { kind: 'gateway', name: 'ac233fc0ffee' } as const
const minew = { kind: 'gateway', name: 'ac233fc0fffe', isForeign: true } as const
const service = { kind: 'service', name: 'api' } as const

describe('who may publish where', () => {
  it.each([
    [watch, 'watch/356938035643809/readings', true],
    [watch, 'watch/356938035643809/event', true],
    [watch, 'watch/356938035643809/settings', false],
    [watch, 'watch/356938035643808/readings', false],
    [watch, 'watch/3569380356438090/readings', false],
    [watch, 'watch/356938035643809/readings/x', false],
    [watch, 'live/device/x/readings', false],
    [watch, '$SYS/x', false],
    [gateway, 'gateway/ac233fc0ffee/scan', true],
    [gateway, 'watch/ac233fc0ffee/readings', false],
    [gateway, '/gw/ac233fc0ffee/status', false],
    [minew, '/gw/ac233fc0fffe/status', true],
    [minew, 'gateway/ac233fc0fffe/scan', true],
    [minew, 'gateway/ac233fc0ffee/scan', false],
    [minew, 'gateway/ac233fc0fffe/config', false],
    [minew, 'watch/356938035643809/readings', false],
    [minew, 'live/alarm/x', false],
    [minew, '$SYS/x', false],
    [service, 'live/alarm/x', true],
    [service, 'watch/356938035643809/command', false],
  ])('%o on %s: %s', (who, topic, expected) => expect(mayPublish(who, topic)).toBe(expected))
})

describe('who may hear what', () => {
  it.each([
    [watch, 'watch/356938035643809/settings', true],
    [watch, 'watch/356938035643809/#', true],
    [watch, 'watch/+/settings', false],
    [watch, 'watch/#', false],
    [watch, '#', false],
    [watch, '$SYS/#', false],
    [watch, 'live/#', false],
    [service, 'live/device/+/readings', true],
    [service, '#', false],
    [service, 'watch/+/readings', false],
  ])('%o subscribing to %s: %s', (who, filter, expected) => expect(maySubscribe(who, filter)).toBe(expected))

  it('never delivers another watch’s settings, however the subscription came to be', () => {
    expect(mayReceive(watch, 'watch/356938035643808/settings')).toBe(false)
    expect(mayReceive(watch, 'watch/356938035643809/settings')).toBe(true)
    expect(mayReceive(watch, 'watch/356938035643809/readings')).toBe(false)
  })
})
