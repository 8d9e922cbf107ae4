import { setTimeout as wait } from 'node:timers/promises'
import { PrimaryClient } from '@carewatch/platform/database/primary-client'
import { cutWhenSilent } from '@carewatch/platform/database/silent-connections'
import type pg from 'pg'

/** Any number, the same in every rules-engine: whoever holds it is the leader, which evaluates readings. */
const LEADER_LOCK = 20_260_102

/** The leader asks for work every second; one that has not for so long is frozen, and would hold the lock for ever. */
const SILENT_SECONDS = 15

/** Its transaction is undone with its connection, and what it was evaluating is there for the next. */
const END_SILENT_LEADER = `
select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${LEADER_LOCK} and a.datname = current_database()
  and (a.state <> 'active' or a.wait_event = 'ClientWrite') and a.state_change < now() - $1::float8 * interval '1 second'`

/**
 * The one connection on which readings are evaluated. It holds a lock for as long as it lives, so of several engines one evaluates and the
 * others stand by; what the rules remember in memory is true exactly as long as this connection is.
 */
export function createLeaderConnection(
  databaseUrl: string,
  onLost: () => void,
  silentSeconds = SILENT_SECONDS,
) {
  let client: pg.Client | undefined
  let isLeader = false

  async function connect(): Promise<pg.Client> {
    const fresh = new PrimaryClient({
      connectionString: databaseUrl,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    })
    const drop = (): void => {
      if (client !== fresh) return
      client = undefined
      isLeader = false
      onLost()
    }
    fresh.on('error', drop)
    fresh.on('end', drop)
    await fresh.connect()
    cutWhenSilent(fresh)
    client = fresh
    return fresh
  }

  return {
    isHeld: (): boolean => isLeader,
    /** The connection, if this engine is the leader now. */
    async acquire(): Promise<pg.Client | undefined> {
      const connection = client ?? (await connect())
      if (!isLeader) {
        const { rows } = await connection.query<{ mine: boolean }>(
          'select pg_try_advisory_lock($1) as mine',
          [LEADER_LOCK],
        )
        isLeader = rows[0]?.mine ?? false
        if (isLeader) onLost()
        else await connection.query(END_SILENT_LEADER, [silentSeconds])
      }
      return isLeader ? connection : undefined
    },
    async close(): Promise<void> {
      const closing = client
      client = undefined
      isLeader = false
      await Promise.race([closing?.end(), wait(1_000)])
    },
  }
}

export type LeaderConnection = ReturnType<typeof createLeaderConnection>
