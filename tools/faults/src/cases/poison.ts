import { setTimeout as wait } from 'node:timers/promises'
import { type Case, claim } from '../case.ts'
import { accountOf } from '../environment/fixture.ts'
import { residentMb } from '../environment/memory.ts'
import { signInRaw } from '../environment/raw.ts'
import { ADMIN } from '../environment/fixture.ts'
import { ask } from '../environment/ask.ts'
import { signIn } from '../environment/screen.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import { underFault } from '../environment/under-fault.ts'

const KIB = 1_024
const LARGEST = 64 * KIB
const MOST_MB = 20

const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])))

/** What no watch should say, and some do. */
const poisons: [string, string | Buffer][] = [
  ['NUL', '{"heartRate":72,"note":"a\\u0000b"}'],
  ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x7d])],
  ['1e400', '{"heartRate":1e400}'],
  ['NaN', '{"heartRate":NaN}'],
  ['deep JSON', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['__proto__', '{"__proto__":{"isAdmin":true},"heartRate":72}'],
  ['10,000 keys', keys(10_000).slice(0, LARGEST - 200)],
  ['negative heart', '{"heartRate":-5}'],
  ['wrong types', '{"heartRate":{"a":[1]},"time":[],"battery":"full"}'],
  ['lone surrogate', '{"heartRate":72,"name":"\\ud800"}'],
  ['far future', '{"time":99999999999999999,"heartRate":72}'],
  ['no JSON', 'hello'],
  ['nothing', ''],
]

async function poisonMessages(environment: TestEnvironment) {
  const { fixture, postgres } = environment
  const watches = await fixture.take(poisons.length)
  let unanswered = poisons.length
  const seen = await underFault(environment, async () => {
    for (const [at, { device, connection }] of watches.entries()) {
      const [, payload] = poisons[at] ?? ['', '']
      for (const leaf of ['readings', 'event'])
        void connection.publish(`watch/${device.imei}/${leaf}`, payload).then(() => (unanswered -= 0.5))
    }
    await wait(3_000)
  })
  const ids = watches.map(({ device }) => device.id)
  const [kept] = await postgres.ask<{ count: number }>(
    'select count(distinct device_id)::int from rejected_messages where device_id = any($1)',
    [ids],
  )
  for (const { connection } of watches) connection.close()
  return {
    seen,
    claims: [
      claim(
        'poisons acknowledged, so that they do not come back',
        unanswered === 0,
        poisons.length - unanswered,
      ),
      claim('watches whose page shows why', (kept?.count ?? 0) >= 10, kept?.count ?? 0),
    ],
  }
}

/** A header of PUBLISH that declares this much, and as much of it as is asked for. */
function declared(bytes: number, sent: number): Buffer {
  const length = []
  for (let left = bytes; left > 0; left >>>= 7) length.push(left > 127 ? (left & 127) | 128 : left)
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(sent)])
}

async function isCutBy(
  { ports }: TestEnvironment,
  account: { username: string; password: string },
  bytes: Buffer,
) {
  const socket = await signInRaw(ports.mqtt, account.username, account.password)
  socket.resume()
  socket.write(bytes)
  for (let waited = 0; waited < 3_000 && !socket.destroyed; waited += 20) await wait(20)
  const isCut = socket.destroyed
  socket.destroy()
  return isCut
}

async function giantPackets(environment: TestEnvironment) {
  const { fixture, pidOf } = environment
  const pid = await pidOf('broker')
  const [one, two, three] = await fixture.take(3)
  if (!one || !two || !three) throw new Error('no watches')
  for (const { connection } of [one, two, three]) connection.close()
  const before = residentMb(pid)
  const topic = `watch/${one.device.imei}/readings`
  const packet = (size: number): Buffer => {
    const body = Buffer.alloc(size, ' ')
    const name = Buffer.from(topic)
    name.copy(body, 2)
    body.writeUInt16BE(name.length, 0)
    return Buffer.concat([declared(size, 0), body])
  }
  const fits = await isCutBy(environment, accountOf(one.device), packet(LARGEST - 1))
  const tooLarge = await isCutBy(environment, accountOf(two.device), packet(LARGEST + KIB))
  const giant = await isCutBy(
    environment,
    accountOf(three.device),
    declared(256 * KIB * KIB - 1, 8 * KIB * KIB),
  )
  const growth = residentMb(pid) - before
  return {
    claims: [
      claim('a packet of 64 KiB less one byte is taken', !fits, fits ? 'cut' : 'taken'),
      claim('one of 65 KiB is cut', tooLarge, tooLarge ? 'cut' : 'taken'),
      claim('one that declares 256 MiB is cut', giant, giant ? 'cut' : 'taken'),
      claim('broker grows by', growth < MOST_MB, `${growth.toFixed(0)} MB`),
    ],
  }
}

const POISON_BATCHES = `
insert into pending_evaluations (urgent, events) values (true, '{"not":"a list"}'), (true, '[{"deviceId":1e40,"type":"SOS"}]'), (false, '42');
insert into pending_evaluations (urgent, readings) values (false, '\\x00ff00ff')`

async function poisonBatches(environment: TestEnvironment) {
  const { postgres, ports } = environment
  const seen = await underFault(environment, async () => {
    await postgres.ask(POISON_BATCHES)
    await wait(3_000)
  })
  const [kept] = await postgres.ask<{ count: number }>(
    "select count(*)::int from rejected_messages where topic = 'pending_evaluations'",
  )
  const token = await signIn(ports.http, ADMIN)
  const answer = await ask(ports.http, { path: '/api/health/ready', token })
  return {
    seen,
    claims: [
      claim('batches set aside', (kept?.count ?? 0) >= 3, kept?.count ?? 0),
      claim('the interface is ready', answer.status === 200, answer.status),
    ],
  }
}

export const poison: Case[] = [
  {
    name: 'poison-messages',
    fault: `${poisons.length} kinds of poisoned message (${poisons.map(([name]) => name).join(', ')}) beside the load`,
    run: poisonMessages,
  },
  {
    name: 'giant-packets',
    fault: 'packets of 64 KiB, more, and one that declares 256 MiB',
    run: giantPackets,
  },
  {
    name: 'poison-batches',
    fault: 'four batches in the queue that cannot be evaluated',
    run: poisonBatches,
  },
]
