import type { ProgramDown, ProgramOffer, ProgramUp } from '@carewatch/contracts/program-line'
import { programTopic } from '@carewatch/contracts/topics'
import { Aedes } from 'aedes'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Lines, openLines } from './lines.ts'
import { createProgramSignIn } from './sign-in.ts'

const API = '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b'
const COMPANY = '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6c'
const NAME = 'cw_live_abcdefghijkl'
const given = { username: NAME, password: Buffer.from(`${NAME}_${'x'.repeat(49)}`), address: '192.0.2.1' }

let broker: Aedes
let lines: Lines
beforeEach(async () => {
  broker = await Aedes.createBroker()
  lines = await openLines({ broker, nodeId: 1, publish })
})
afterEach(async () => {
  lines.close()
  await new Promise<void>((closed) => broker.close(() => closed()))
})

const publish = (topic: string, payload: string): void =>
  broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {})

function listen<T>(topic: string, receive: (message: T) => void): Promise<void> {
  return new Promise((listening) =>
    broker.subscribe(
      topic,
      ({ payload }, done) => {
        // Safe: what the line itself wrote.
        receive(JSON.parse(payload.toString()) as T)
        done()
      },
      () => listening(),
    ),
  )
}

it('passes on the hash of its secret alone, and hears that its line ended, also where that came with the word that it is let in', async () => {
  const answer = (message: ProgramDown): void => publish(programTopic.toNode(1), JSON.stringify(message))
  await listen<ProgramOffer>(programTopic.offered, ({ id }) => answer({ id, takenBy: API }))
  const passed: string[] = []
  await listen<ProgramUp>(programTopic.toApi(API), ({ id, text }) => {
    if (text === undefined) return
    passed.push(text)
    answer({ id, text: JSON.stringify({ type: 'authorized', companyUuid: COMPANY }) })
    answer({ id, closed: 4_401 })
  })
  const { companyUuid, follow } = await createProgramSignIn(lines)(given)
  await new Promise((resolve) => setImmediate(resolve))
  const ended = new Promise<string>((resolve) => follow({ message: () => {}, ended: () => resolve('ended') }))
  expect([companyUuid, await ended]).toEqual([COMPANY, 'ended'])
  const hash = createHash('sha256').update(given.password).digest('hex')
  expect(passed.map((text) => JSON.parse(text))).toEqual([{ type: 'authorize', token: `${NAME}#${hash}` }])
})
