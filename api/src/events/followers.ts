import { newestPositions } from '@carewatch/platform/outgoing-events/read'
import type { Followers, Line } from '../live/following.ts'
import type { Services } from '../services.ts'
import { begin } from './begin.ts'
import { catchUp, type Follower, sendTo } from './catch-up.ts'

const EVERY_MS = 500

type Parts = Pick<Services, 'db' | 'facts' | 'viewings' | 'log'>

/** Sends to programs what happened in their company after a cursor, in order, and what happens from then on, until they leave. */
export function createFollowers(parts: Parts): Followers & { close: () => Promise<void> } {
  const { facts, log } = parts
  const followers = new Map<object, Follower>()

  function run(one: Follower): void {
    one.isBusy = true
    catchUp(parts, one)
      .catch((err: unknown) => log.warn({ err }, 'what happened is sent to a program later'))
      .finally(() => (one.isBusy = false))
  }

  async function look(): Promise<void> {
    const free = [...followers.values()].filter(({ isBusy }) => !isBusy)
    if (free.length === 0) return
    const newest = await newestPositions(facts, [...new Set(free.map(({ companyId }) => companyId))])
    const isBehind = ({ companyId, position, hasReached, isPassedOver }: Follower) =>
      !hasReached || isPassedOver || position < (newest.get(companyId) ?? 0)
    for (const one of free) if (!one.isBusy && isBehind(one)) run(one)
  }

  let looking: Promise<void> | undefined
  const regularly = setInterval(() => {
    looking ??= look()
      .catch((err: unknown) => log.warn({ err }, 'nobody looked what happened'))
      .finally(() => (looking = undefined))
  }, EVERY_MS)

  function leave(key: object): void {
    const one = followers.get(key)
    if (one) one.isOver = true
    followers.delete(key)
  }

  return {
    async follow(key, line: Line, after): Promise<void> {
      const { companyId } = line.listener.viewer
      if (companyId === null) return sendTo(line, { type: 'followRefused', reason: 'invalid' })
      const begun = await begin(facts, { companyId, after })
      leave(key)
      if ('refused' in begun) return sendTo(line, { type: 'followRefused', reason: begun.refused })
      if (!line.isOpen()) return
      const { position } = begun.from
      const begins = { isPassedOver: false, hasReached: false, isBusy: false, isOver: false }
      const one = { line, companyId, position, ...begins }
      followers.set(key, one)
      run(one)
    },
    leave,
    close: async (): Promise<void> => {
      clearInterval(regularly)
      for (const key of followers.keys()) leave(key)
      await looking
    },
  }
}
