import { JOB_OPTIONS, JOBS_SCHEMA, WORKER_OPTIONS } from '@carewatch/contracts/jobs'
import {
  createPostgresBackend,
  createRedisBackend,
  type Queue as BullQueue,
  type QueueOptions,
  runMigrations,
  withBackend,
  type Worker as BullWorker,
} from 'bullmq'
import pg from 'pg'
import { roleOf } from './database/service-roles.ts'

export type QueueSettings = {
  databaseUrl: string
  /** Unset: the queues stand in the database itself. */
  redisUrl: string | undefined
  onError: (error: Error) => void
}

type Backend = { Queue: typeof BullQueue; Worker: typeof BullWorker }

/** What a router forgot never answers: then another connection is asked. */
const ANSWER_WITHIN_MS = 15_000

/** BullMQ on whichever backend this installation has: the one place that knows. */
export function openQueues({ databaseUrl, redisUrl, onError }: QueueSettings) {
  // Safe: both backends make the same classes; bullmq types them by the first one only.
  const { Queue, Worker } = withBackend(
    (redisUrl ? createRedisBackend : createPostgresBackend) as never,
  ) as unknown as Backend
  const connectionOf = (max: number) =>
    (redisUrl
      ? { url: redisUrl, maxRetriesPerRequest: null }
      : {
          connectionString: databaseUrl,
          schema: JOBS_SCHEMA,
          max,
          query_timeout: ANSWER_WITHIN_MS,
        }) as QueueOptions['connection']
  const open: { close: () => Promise<unknown> }[] = []
  const errors = quietly(onError)

  return {
    queue: (name: string) => {
      const queue = new Queue(name, { connection: connectionOf(2), defaultJobOptions: JOB_OPTIONS })
      queue.on('error', errors)
      open.push(queue)
      return queue
    },
    /** One job at a time: what it finds to do, it does whole. */
    worker: (name: string, work: () => Promise<void> | void) => {
      const worker = new Worker(name, async () => work(), {
        connection: connectionOf(3),
        concurrency: 1,
        ...WORKER_OPTIONS,
      })
      worker.on('error', errors)
      open.push(worker)
      return worker
    },
    close: async (): Promise<void> => {
      await Promise.allSettled(open.map((one) => one.close()))
    },
  }
}

/** It numbers the jobs of each queue by a sequence that it makes and takes away itself: those of a version that signed in as the owner become its own. */
const MAY_USE = `
do $$
declare
  numbers regclass;
begin
  if not exists (select from pg_roles where rolname = '${roleOf('rules')}') then return; end if;
  grant usage, create on schema ${JOBS_SCHEMA} to ${roleOf('rules')};
  grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${roleOf('rules')};
  grant usage on all sequences in schema ${JOBS_SCHEMA} to ${roleOf('rules')};
  grant execute on all functions in schema ${JOBS_SCHEMA} to ${roleOf('rules')};
  for numbers in select oid::regclass from pg_class where relnamespace = '${JOBS_SCHEMA}'::regnamespace and relkind = 'S' and relname like 'bullmq\\_jid\\_%'
    and pg_has_role(current_user, '${roleOf('rules')}', 'member') loop
    execute format('alter sequence %s owner to ${roleOf('rules')}', numbers);
  end loop;
end $$`

/** Bullmq's own tables, and the engine's rights on them; nothing to do on Redis. */
export async function migrateQueues({
  databaseUrl,
  redisUrl,
}: Omit<QueueSettings, 'onError'>): Promise<void> {
  if (redisUrl) return
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await runMigrations(client, JOBS_SCHEMA)
    await client.query(MAY_USE)
  } finally {
    await client.end()
  }
}

/** A backend that is away reports itself thousands of times a second; once a second is enough to know. */
function quietly(onError: (error: Error) => void): (error: Error) => void {
  let last = 0
  return (error) => {
    const now = Date.now()
    if (now - last < 1_000) return
    last = now
    onError(error)
  }
}
