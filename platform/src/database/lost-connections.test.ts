import { expect, it } from 'vitest'
import { isLostConnection } from './lost-connections.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

it.each([
  coded('57P01'),
  coded('25006'),
  coded('40P01'),
  coded('ECONNRESET'),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection is closed.'),
  new Error('timeout expired'),
  new Error('Failed query', { cause: coded('57P03') }),
])('knows a lost connection: %s', (error) => expect(isLostConnection(error)).toBe(true))

it.each([coded('23505'), new TypeError('x is not a function'), 'ECONNRESET'])(
  'takes nothing else for one: %s',
  (error) => expect(isLostConnection(error)).toBe(false),
)
