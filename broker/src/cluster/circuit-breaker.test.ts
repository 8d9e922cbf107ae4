import { expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const never = new Promise<string>(() => {})
const refused = (): Promise<string> =>
  Promise.reject(Object.assign(new Error('MISCONF'), { name: 'ReplyError' }))
const anew = (): string => 'anew'

it('takes the answer that comes in time', async () => {
  const within = createCircuitBreaker(() => {}, 10_000)
  await expect(within(Promise.resolve('kept'), anew)).resolves.toBe('kept')
})

it('does without an answer, once after a while and then at once, until one comes again', async () => {
  const within = createCircuitBreaker(() => {}, 200)
  const began = performance.now()
  await expect(within(never, anew)).resolves.toBe('anew')
  const first = performance.now() - began
  for (let asked = 0; asked < 20; asked++) await within(never, anew)
  // Twenty of the same patience would be four seconds.
  expect(performance.now() - began - first).toBeLessThan(2_000)
  await within(Promise.resolve('kept'), anew)
  const again = performance.now()
  await within(never, anew)
  expect(performance.now() - again).toBeGreaterThan(150)
})

it('does without what is refused, and says so', async () => {
  const errors: string[] = []
  const within = createCircuitBreaker(({ message }) => errors.push(message))
  await expect(within(refused(), anew)).resolves.toBe('anew')
  expect(errors).toEqual(['MISCONF'])
})

it('hands on what is neither silence nor refusal, and an otherwise that throws', async () => {
  const within = createCircuitBreaker(() => {}, 1)
  await expect(within(Promise.reject(new Error('no such packet')), anew)).rejects.toThrow('no such packet')
  const throwing = (): string => {
    throw new Error('not kept')
  }
  await expect(within(never, throwing)).rejects.toThrow('not kept')
})
