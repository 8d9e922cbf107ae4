import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Services } from '../services.ts'
import { createBot } from './bot.ts'

/** Any number, the same in every api: whoever holds it hears the bot, for Telegram tells each thing to one only. */
const BOT_LOCK = 20_260_103
const POLL_SECONDS = 20
const RETRY_MS = 3_000
/** What fails so often is skipped, so that it holds back nobody else's answer. */
const TRIES = 5

type Desk = Pick<Services, 'db' | 'facts' | 'feed' | 'log'>

/** Hears what people tell the bot, one api at a time. What was not done before the process ended is told again. */
export function listenToBot(services: Desk, settings: { token: string; apiUrl: string }) {
  const { facts, log } = services
  const bot = createBot(services, settings)
  const ending = new AbortController()
  // Safe: a signal of this Node has all that grammy asks of one.
  const until = ending.signal as unknown as Parameters<typeof bot.api.getUpdates>[1]
  let received = 0
  let tries = 0

  async function receiveOnce(): Promise<void> {
    const updates = await bot.api.getUpdates(
      {
        offset: received + 1,
        timeout: POLL_SECONDS,
        allowed_updates: ['message', 'callback_query', 'my_chat_member'],
      },
      until,
    )
    for (const update of updates) {
      await bot.handleUpdate(update).catch((error: unknown) => {
        tries += 1
        // Telegram tells it again: a tap that was not written down is not lost.
        if (tries < TRIES) throw error
        log.error({ err: faultOf(error) }, 'what was said to the bot is skipped')
      })
      received = update.update_id
      tries = 0
    }
  }

  /** As long as the connection lives, nobody else listens. */
  async function receiveWhileMine(client: pg.PoolClient): Promise<void> {
    await bot.init()
    while (!ending.signal.aborted) {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        BOT_LOCK,
      ])
      if (rows[0]?.mine) await receiveOnce()
      else await wait(RETRY_MS, undefined, { signal: ending.signal })
    }
  }

  async function receiveForEver(): Promise<void> {
    while (!ending.signal.aborted) {
      let client: pg.PoolClient | undefined
      try {
        client = await facts.connect()
        await receiveWhileMine(client)
      } catch (error) {
        if (ending.signal.aborted) return
        log.warn({ err: faultOf(error) }, 'the bot is not heard; again soon')
        await wait(RETRY_MS, undefined, { signal: ending.signal }).catch(() => {})
      } finally {
        client?.release(true)
      }
    }
  }

  const listening = receiveForEver()
  return {
    close: async (): Promise<void> => {
      ending.abort()
      await listening
    },
  }
}

/** The address of a call to Telegram has the token in it: of a fault only what it is called is kept. */
function faultOf(error: unknown): object {
  const { name, error_code: code } = Object(error) as { name?: unknown; error_code?: unknown }
  return { name, code }
}
