import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'

describe('what can be asked of the simulator', () => {
  it('is the demo fleet when nothing is said', () => {
    expect(readOptions([])).toEqual({
      speed: 1,
      every: 15,
      url: 'mqtt://127.0.0.1:1883',
      credentials: '.data/demo-fleet.json',
    })
  })

  it('is a story on the first watch, or on the one that is named', () => {
    expect(readOptions(['--scenario', 'sos']).scenario).toEqual({ name: 'sos', index: 0 })
    expect(readOptions(['--scenario', 'racing-pulse@3']).scenario).toEqual({ name: 'racing-pulse', index: 3 })
  })

  it.each([
    [['--scenario', 'flood'], '--scenario takes one of sos, fall'],
    [['--scenario', 'sos@second'], '--scenario takes one of sos, fall'],
    [['--watches', '-1'], '--watches'],
    [['--speed', 'fast'], '--speed'],
    [['--colour', 'red'], '--colour'],
  ])('refuses %j and names what is wrong', (args, reason) => {
    expect(() => readOptions(args)).toThrow(reason)
  })
})
