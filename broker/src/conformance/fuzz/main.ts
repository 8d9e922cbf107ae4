import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@carewatch/launcher/ports'
import { wholeNumber } from '@carewatch/launcher/whole-number'
import { Command } from 'commander'
import { startCanary } from './canary.ts'
import { fuzz } from './fuzz.ts'

/** Attacks the conformance broker in a process of its own for as long as one likes, and says what became of it. */
const { seed, ...values } = new Command('broker:fuzz')
  .description('Attacks the broker with what is no MQTT, and says what became of it')
  .option('--seed <number>', 'the attacks of another run', wholeNumber, Date.now() % 1_000_000)
  .option('--seconds <count>', 'for how long', wholeNumber, 15)
  .option('--long', 'for 300 s', false)
  .parse()
  .opts<{ seed: number; seconds: number; long: boolean }>()
const seconds = values.long ? 300 : values.seconds
const port = await freePort()
const broker = fork(join(import.meta.dirname, '..', 'main.ts'), ['--port', String(port)], {
  silent: true,
})
let read = ''
broker.stderr?.on('data', (chunk) => (read += String(chunk)))
await once(broker.stdout ?? broker, 'data')

const megabytes = (): number => {
  const status = readFileSync(`/proc/${broker.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
}
const handles = (): number => readdirSync(`/proc/${broker.pid}/fd`).length
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const identity = { username: 'mallory', password: 'x', topic: 'watch/mallory/readings' }
const canary = await startCanary(port, { ...identity, topic: 'watch/canary/readings' })
const attack = (part: number) => fuzz({ port, identity, seed: seed + part, seconds: seconds / 3 })

const start = { megabytes: megabytes(), handles: handles() }
print(`at the start: ${JSON.stringify(start)}`)
let attacks = 0
for (const part of [1, 2, 3]) {
  attacks += Object.values(await attack(part)).reduce((sum, count) => sum + count, 0)
  await pause(2_000)
  print(`after ${attacks} attacks: ${JSON.stringify({ megabytes: megabytes(), handles: handles() })}`)
}
const { answered, worstMs, wasCut } = await canary.end()
print(
  `seed ${seed}: ${attacks} attacks; the neighbour was answered ${answered} times, at worst after ${Math.round(worstMs)} ms${wasCut ? ', and was cut' : ''}; ` +
    `the broker ${broker.exitCode === null ? 'stands' : 'fell'}${read ? `, saying ${read}` : ''}`,
)
const isWell = !wasCut && broker.exitCode === null && handles() <= start.handles
broker.kill()
process.exitCode = isWell ? 0 : 1
