import { wholeNumber } from '@carewatch/launcher/whole-number'
import { Command } from 'commander'
import { play, type Plan, type Scene } from './play.ts'
import { measured } from './measured.ts'

/** `node tools/bench/src/scale/model.ts`: ten million watches on so many cores, by what one message was measured to cost. */
const { devices, ...values } = new Command('model')
  .option('--devices <count>', 'how many watches', wholeNumber, 10_000_000)
  .option('--every <seconds>', 'between two messages of a watch', wholeNumber, 300)
  .option('--brokers <count>', 'brokers of one core', wholeNumber, 40)
  .option('--shards <count>', 'databases', wholeNumber, 8)
  .option('--engines <count>', 'judges of one core', wholeNumber, 8)
  .parse()
  .opts<Record<'devices' | 'every' | 'brokers' | 'shards' | 'engines', number>>()
const plan: Plan = {
  devices,
  everySeconds: values.every,
  broker: { count: values.brokers, cores: 1 },
  // One writer each: what its lanes and its WAL take in turn does not grow with its cores.
  database: { count: values.shards, cores: 2 },
  engine: { count: values.engines, cores: 1 },
}
const rate = devices / plan.everySeconds
const scenes: Scene[] = [
  { name: 'a usual hour', seconds: 600 },
  { name: 'every watch sends on the minute, within 5 s', seconds: 600, burstSeconds: 5 },
  {
    name: 'a broker dies, its watches return within 20 s',
    seconds: 600,
    returning: 1 / plan.broker.count,
    within: 20,
  },
  {
    name: 'a region of a tenth was away for 30 min and returns within 60 s',
    seconds: 1_800,
    returning: 0.1,
    within: 60,
    backlogSeconds: 1_800,
  },
  {
    name: 'one database of eight stops for 60 s',
    seconds: 1_200,
    databaseAway: 1 / plan.database.count,
    awaySeconds: 60,
  },
]

const text = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 })
console.log(
  `${text(devices)} watches, a message of ${measured.readings} readings every ${plan.everySeconds} s: ${text(rate)} messages/s, ${text(rate * measured.readings)} readings/s`,
)
for (const part of ['broker', 'database', 'engine'] as const) {
  const { count, cores } = plan[part]
  console.log(
    `  ${part}: ${count} × ${cores} cores, ${text((rate * measured.message[part]) / 1e6)} cores' work, ${text((100 * rate * measured.message[part]) / 1e6 / (count * cores))} % used`,
  )
}
const yearly = rate * measured.readings * 31_557_600
console.log(
  `  disk a year: ${text((yearly * measured.bytes.row) / 1e12)} TB as rows, ${text((yearly * measured.bytes.compressed) / 1e12)} TB compressed\n`,
)
for (const scene of scenes) {
  const { parts, latency, over } = play(plan, scene)
  console.log(`${scene.name}`)
  for (const { name, busiest, waitingMost } of parts)
    console.log(
      `  ${name.padEnd(9)} busiest second ${text(busiest * 100).padStart(6)} %   waiting at most ${text(waitingMost)}`,
    )
  console.log(
    `  acknowledged, where it is slowest, after p50 ${text(latency.p50)} s, p99 ${text(latency.p99)} s, at most ${text(latency.max)} s; evaluated at most ${text(latency.evaluated)} s after it`,
  )
  console.log(
    `  ${over ? 'nothing waits any more at the end' : 'STILL WAITING at the end: this plan is too small'}\n`,
  )
}
