import { percentile } from '../figures.ts'
import { measured } from './measured.ts'

type Machines = { count: number; cores: number }
export type Plan = {
  devices: number
  everySeconds: number
  broker: Machines
  database: Machines
  engine: Machines
}
export type Scene = {
  name: string
  seconds: number
  /** All messages of a minute come in its first seconds. */
  burstSeconds?: number
  /** The share of all watches that sign in again, from the 60th second on, within so long, each with what it kept back. */
  returning?: number
  within?: number
  backlogSeconds?: number
  /** The share of databases that stop at the 60th second. */
  databaseAway?: number
  awaySeconds?: number
}

const BEGIN = 60
/** A retained message of several readings is one, and may hold as many as this. */
const READINGS_A_BACKLOG_MESSAGE = 500

/** One stage: work comes in, so much is done in a second, the rest waits. All in µs of processor time, because messages and sign-ins cost differently. */
function createStage(name: string, { count, cores }: Machines) {
  const capacity = count * cores * 1e6
  let waiting = 0
  let busiest = 0
  let waitingMost = 0
  return {
    name,
    /** Takes in a second's work; answers the share of what waited that was done, and how long the last of it waits. */
    second(work: number, available = 1): { done: number; delay: number } {
      const able = capacity * available
      const all = waiting + work
      const done = Math.min(all, able)
      waiting = all - done
      busiest = Math.max(busiest, able > 0 ? done / capacity : 0)
      waitingMost = Math.max(waitingMost, waiting)
      return { done: all === 0 ? 1 : done / all, delay: able > 0 ? waiting / able : 0 }
    },
    report: (costEach: number) => ({ name, busiest, waitingMost: waitingMost / costEach }),
    isEmpty: (): boolean => waiting <= capacity * 0.01,
  }
}

/** Noise of so many independent senders: by chance, the same in each run. */
function createNoise(seed = 1) {
  let state = seed
  const uniform = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state + 1) / 2_147_483_649
  }
  return (mean: number): number =>
    Math.max(
      0,
      mean + Math.sqrt(mean) * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
    )
}

const shareOfBurst = (second: number, burstSeconds?: number): number => {
  if (burstSeconds === undefined) return 1
  return second % 60 < burstSeconds ? 60 / burstSeconds : 0
}

/** What comes in in one second. */
function comingIn({ devices, everySeconds }: Plan, scene: Scene, second: number) {
  const { returning = 0, within = 1, backlogSeconds = 0 } = scene
  const isBack = second >= BEGIN && second < BEGIN + within
  const signIns = isBack ? (devices * returning) / within : 0
  const kept = (backlogSeconds / everySeconds) * measured.readings
  const backlog = backlogSeconds > 0 ? signIns * Math.ceil(kept / READINGS_A_BACKLOG_MESSAGE) : 0
  const usual = (devices / everySeconds) * shareOfBurst(second, scene.burstSeconds)
  const away = backlogSeconds > 0 && second < BEGIN ? 1 - returning : 1
  // A message that was kept back holds more readings, and costs by them.
  return { signIns, messages: usual * away, weighted: backlog * Math.max(1, kept / measured.readings) }
}

/** Plays one scene second by second: brokers, databases behind them, and what is judged after. */
export function play(plan: Plan, scene: Scene) {
  const noise = createNoise()
  const broker = createStage('broker', plan.broker)
  const { databaseAway = 0, awaySeconds = 0 } = scene
  const shardsOf = (share: number): Machines => ({ ...plan.database, count: plan.database.count * share })
  const database = createStage('database', shardsOf(1 - databaseAway))
  /** Those that stop: their part of all devices waits at the brokers, unacknowledged. */
  const stopped = createStage('stopped', shardsOf(databaseAway))
  const engine = createStage('engine', plan.engine)
  const delays: number[] = []
  let evaluated = 0
  for (let second = 0; second < scene.seconds; second++) {
    const { signIns, messages, weighted } = comingIn(plan, scene, second)
    const load = noise(messages) + weighted
    const awayFor = second >= BEGIN ? BEGIN + awaySeconds - second : 0
    const atBroker = broker.second(load * measured.message.broker + signIns * measured.signIn.broker)
    const passed = load * atBroker.done
    const work = passed * measured.message.database + signIns * measured.signIn.database
    const atDatabase = database.second(work * (1 - databaseAway))
    const atStopped = stopped.second(work * databaseAway, awayFor > 0 ? 0 : 1)
    const atEngine = engine.second(passed * atDatabase.done * measured.message.engine)
    const longest = Math.max(atDatabase.delay, atStopped.delay, awayFor)
    delays.push(atBroker.delay + longest)
    evaluated = Math.max(evaluated, atEngine.delay)
  }
  const { message } = measured
  return {
    parts: [
      broker.report(message.broker),
      database.report(message.database),
      ...(databaseAway > 0 ? [stopped.report(message.database)] : []),
      engine.report(message.engine),
    ],
    latency: {
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      max: Math.max(...delays),
      evaluated,
    },
    over: [broker, database, stopped, engine].every((stage) => stage.isEmpty()),
  }
}
