import { setTimeout as wait } from 'node:timers/promises'
import { type Case } from '../case.ts'
import {
  clogProxy,
  cutProxy,
  type Disturbance,
  forgetProxy,
  freeze,
  freezePostgres,
  kill,
  killBackend,
  killPostgres,
  slowProxies,
  stopPostgres,
} from '../disturbances.ts'
import { underFault } from '../environment/under-fault.ts'
import { NOTICED_MS } from './cuts.ts'

/** Those of the database exclude each other: it cannot be killed while it is frozen. */
const ofDatabase: [string, Disturbance][] = [
  ['PostgreSQL killed', killPostgres],
  ['a session killed', killBackend],
  ['PostgreSQL stopped 4 s', stopPostgres(4_000)],
  ['PostgreSQL frozen 5 s', freezePostgres(5_000)],
  ['slow answers', slowProxies(['broker-database', 'engine-database', 'api-database'], 500, 5_000)],
]
const ofParts: [string, Disturbance][] = [
  ['broker killed', kill('broker')],
  ['rules-engine killed', kill('rulesEngine')],
  ['interface killed', kill('api')],
  ['broker frozen 5 s', freeze('broker', 5_000)],
  ['rules-engine frozen 5 s', freeze('rulesEngine', 5_000)],
]
/** No packet says that this line is dead. */
const FORGOTTEN = 'rules-engine and database forgotten'
const ofProxies: [string, Disturbance][] = [
  ['watches cut off', cutProxy('watches-broker', 3_000)],
  ['rules-engine and broker cut', cutProxy('engine-broker', 3_000)],
  ['interface and broker swallowed', clogProxy('api-broker', 5_000)],
  ['broker and database cut', cutProxy('broker-database', 3_000)],
  [FORGOTTEN, forgetProxy('engine-database', 4_000)],
  ['rules-engine and database cut', cutProxy('engine-database', 3_000)],
]

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Two of different kinds at once, at moments of their own. */
export function together(count: number, seed: number): Case[] {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  return Array.from({ length: count }, (_, at) => {
    const kinds = [ofDatabase, ofParts, ofProxies]
    kinds.splice(Math.floor(random() * kinds.length), 1)
    const chosen = kinds.map((kind) => ({ what: pick(kind), afterMs: Math.floor(random() * 2_500) }))
    const fault = chosen.map(({ what: [name], afterMs }) => `${name} (after ${afterMs} ms)`).join(' and ')
    return {
      name: `random-${seed}-${at}`,
      fault,
      run: async (environment) => ({
        seen: await underFault(
          environment,
          () =>
            Promise.all(
              chosen.map(async ({ what: [, disturb], afterMs }) => {
                await wait(afterMs)
                await disturb(environment)
              }),
            ),
          chosen.some(({ what: [name] }) => name === FORGOTTEN) ? { backWithinMs: NOTICED_MS } : {},
        ),
      }),
    }
  })
}
