import { expect, it } from 'vitest'
import { createOutbox } from './outbox.ts'

type Written = { topic: string; done: () => void }

/** A program that reads when it is let. */
function slowClient() {
  const written: Written[] = []
  const client = {
    closed: false,
    publish: ({ topic }: { topic: string }, done: () => void) => written.push({ topic, done }),
  }
  let tooSlow = 0
  // Safe: all that the outbox asks of a client.
  const outbox = createOutbox(client as never, () => tooSlow++)
  return { written, outbox, tooSlow: () => tooSlow }
}
const payload = 'x'.repeat(100 * 1024)

it('cuts off who lets more wait than a mebibyte, and not who reads', () => {
  const { written, outbox, tooSlow } = slowClient()
  for (let message = 0; message < 30; message++) {
    outbox.send({ topic: 't', payload, qos: 0 })
    written.at(-1)?.done()
  }
  expect([written.length, tooSlow()]).toEqual([30, 0])
  for (let message = 0; message < 11; message++) outbox.send({ topic: 't', payload, qos: 0 })
  expect([written.length, tooSlow()]).toEqual([40, 1])
})

it('cuts off who acknowledges nothing, and not who does', () => {
  const { written, outbox, tooSlow } = slowClient()
  const send = () => {
    outbox.send({ topic: 't', payload: '{}', qos: 1 })
    written.at(-1)?.done()
  }
  for (let message = 0; message < 2_000; message++) {
    send()
    outbox.acknowledged()
  }
  expect(tooSlow()).toBe(0)
  for (let message = 0; message < 1_001; message++) send()
  expect(tooSlow()).toBe(1)
})
