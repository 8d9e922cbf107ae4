import { setTimeout as wait } from 'node:timers/promises'
import type { PartName } from './stage/memory.ts'
import type { Stage } from './stage/stage.ts'
import type { LineName } from './stage/wiring.ts'

/** Something that goes wrong, and is right again when it is done. */
export type Disturbance = (stage: Stage) => Promise<void>

/** The launcher starts it again; what is left to see is how it comes back. */
export const kill =
  (name: PartName): Disturbance =>
  async (stage) => {
    await stage.signal(name, 'SIGKILL')
    await wait(2_000)
  }

export const freeze =
  (name: PartName, forMs: number): Disturbance =>
  async (stage) => {
    const pid = await stage.pidOf(name)
    process.kill(pid, 'SIGSTOP')
    await wait(forMs)
    process.kill(pid, 'SIGCONT')
  }

export const killPostgres: Disturbance = async ({ postgres }) => {
  await postgres.kill()
  await wait(2_000)
  await postgres.start()
}

/** PostgreSQL ends all sessions itself when one of them dies so, and recovers. */
export const killBackend: Disturbance = async ({ postgres }) => {
  const [row] = await postgres.ask<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1",
  )
  if (row) process.kill(row.pid, 'SIGKILL')
  await wait(2_000)
}

export const stopPostgres =
  (forMs: number): Disturbance =>
  async ({ postgres }) => {
    await postgres.stop()
    await wait(forMs)
    await postgres.start()
  }

export const freezePostgres =
  (forMs: number): Disturbance =>
  async ({ postgres }) => {
    postgres.signal('SIGSTOP')
    await wait(forMs)
    postgres.signal('SIGCONT')
  }

const TERMINATE = `
select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

export const cutSessions: Disturbance = async ({ postgres }) => {
  for (let times = 0; times < 8; times++) {
    await postgres.ask(TERMINATE)
    await wait(500)
  }
}

/** Every connection is reset, and so is whoever comes anew. */
export const cutLine =
  (line: LineName, forMs: number): Disturbance =>
  async ({ lines }) => {
    lines[line].cut()
    await wait(forMs)
    lines[line].mend()
  }

/** Nothing passes, and no connection is closed. */
export const clogLine =
  (line: LineName, forMs: number, way: 'both' | 'up' | 'down' = 'both'): Disturbance =>
  async ({ lines }) => {
    lines[line].clog(way)
    await wait(forMs)
    lines[line].mend()
  }

/** What is open is dead for good without a word; what is opened now passes. */
export const forgetLine =
  (line: LineName, forMs: number): Disturbance =>
  async ({ lines }) => {
    lines[line].forget()
    await wait(forMs)
  }

export const slowLines =
  (names: readonly LineName[], delayMs: number, forMs: number): Disturbance =>
  async ({ lines }) => {
    for (const name of names) lines[name].delay(delayMs)
    await wait(forMs)
    for (const name of names) lines[name].mend()
  }
