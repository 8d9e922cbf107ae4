import { describe, expect, it } from 'vitest'
import { levelToWrite, readOptions } from './options.ts'

describe('what can be asked of the development loop', () => {
  it('is the whole log when nothing is asked', () => {
    expect(readOptions([])).toEqual({})
  })

  it('is the log of some services, from a level on', () => {
    expect(readOptions(['--log', 'api,rules-engine', '--level', 'warn'])).toEqual({
      log: ['api', 'rules-engine'],
      level: 'warn',
    })
    expect(readOptions(['--log', 'api, web']).log).toEqual(['api', 'web'])
  })

  it.each([
    [['--log', 'mqtt'], 'broker, rules-engine, api, demo-fleet, web'],
    [['--log', 'api,'], 'broker, rules-engine, api, demo-fleet, web'],
    [['--level', 'loud'], 'trace, debug, info, warn, error, fatal'],
    [['--colour'], '--colour'],
    [['api'], 'too many arguments'],
  ])('refuses %j and says what it takes', (args, reason) => {
    expect(() => readOptions(args)).toThrow(reason)
  })
})

describe('the level that services write', () => {
  it('is low enough for what is shown, and never above what is configured', () => {
    expect(levelToWrite('debug', 'info')).toBe('debug')
    expect(levelToWrite('warn', 'info')).toBe('info')
    expect(levelToWrite('info', 'info')).toBe('info')
  })
})
