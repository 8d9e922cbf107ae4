import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Any number, the same in every rules-engine: whoever holds it is the judge of readings. */
const JUDGE_LOCK = 20_260_102

/**
 * The one connection on which readings are judged. It holds a lock for as long as it lives, so of several engines one judges and the
 * others stand by; what the rules remember in memory is true exactly as long as this connection is.
 */
export function createJudgeConnection(databaseUrl: string, onLost: () => void) {
  let client: pg.Client | undefined
  let isJudge = false

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    const drop = (): void => {
      if (client !== fresh) return
      client = undefined
      isJudge = false
      onLost()
    }
    fresh.on('error', drop)
    fresh.on('end', drop)
    await fresh.connect()
    client = fresh
    return fresh
  }

  return {
    /** The connection, if this engine is the judge now. */
    async acquire(): Promise<pg.Client | undefined> {
      const connection = client ?? (await connect())
      if (!isJudge) {
        const { rows } = await connection.query<{ mine: boolean }>(
          'select pg_try_advisory_lock($1) as mine',
          [JUDGE_LOCK],
        )
        isJudge = rows[0]?.mine ?? false
        if (isJudge) onLost()
      }
      return isJudge ? connection : undefined
    },
    async close(): Promise<void> {
      const closing = client
      client = undefined
      isJudge = false
      await Promise.race([closing?.end(), wait(1_000)])
    },
  }
}

export type JudgeConnection = ReturnType<typeof createJudgeConnection>
