import { setTimeout as wait } from 'node:timers/promises'
import { type Case, under } from '../case.ts'
import { clogProxy, cutProxy, type Disturbance, kill } from '../disturbances.ts'
import { type Redis, findRedis } from '../environment/redis.ts'

const AWAY_MS = 5_000

const withRedis =
  (disturb: (redis: Redis) => Promise<void>): Disturbance =>
  async ({ redis }) => {
    if (!redis) throw new Error('The stage has no Redis.')
    await disturb(redis)
  }

const killedFor = (forMs: number) =>
  withRedis(async (redis) => {
    await redis.kill()
    await wait(forMs)
    await redis.start()
  })

const frozenFor = (forMs: number) =>
  withRedis(async (redis) => {
    redis.signal('SIGSTOP')
    await wait(forMs)
    redis.signal('SIGCONT')
  })

const cases: [string, string, Disturbance][] = [
  ['redis-killed', 'Redis killed, which kept nothing, back after 5 s', killedFor(AWAY_MS)],
  ['redis-away', 'Redis away for 15 s', killedFor(3 * AWAY_MS)],
  ['redis-frozen', 'Redis frozen for 10 s', frozenFor(2 * AWAY_MS)],
  ['redis-cut-broker', 'line between broker and Redis cut for 5 s', cutProxy('broker-redis', AWAY_MS)],
  ['redis-cut-engine', 'line between rules-engine and Redis cut for 5 s', cutProxy('engine-redis', AWAY_MS)],
  [
    'redis-clog-broker',
    'line between broker and Redis swallows everything for 10 s',
    clogProxy('broker-redis', 2 * AWAY_MS),
  ],
  ['redis-kill-broker', 'kill -9 of a broker whose sessions are on Redis', kill('broker')],
]

const cannot = (): string | undefined => (findRedis() ? undefined : 'there is no redis-server here')

export const redis: Case[] = cases.map(([name, fault, disturb]) => ({
  ...under([name, `with Redis: ${fault}`], disturb, { environment: 'redis' }),
  cannot,
}))
