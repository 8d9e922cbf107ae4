import { setTimeout as wait } from 'node:timers/promises'
import type { PartName } from './environment/memory.ts'
import type { TestEnvironment } from './environment/environment.ts'
import type { ProxyName } from './environment/wiring.ts'

/** Something that goes wrong, and is right again when it is done. */
export type Disturbance = (environment: TestEnvironment) => Promise<void>

/** The launcher starts it again; what is left to see is how it comes back. */
export const kill =
  (name: PartName): Disturbance =>
  async (environment) => {
    await environment.signal(name, 'SIGKILL')
    await wait(2_000)
  }

export const freeze =
  (name: PartName, forMs: number): Disturbance =>
  async (environment) => {
    const pid = await environment.pidOf(name)
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
export const cutProxy =
  (name: ProxyName, forMs: number): Disturbance =>
  async ({ proxies }) => {
    proxies[name].cut()
    await wait(forMs)
    proxies[name].mend()
  }

/** Nothing passes, and no connection is closed. */
export const clogProxy =
  (name: ProxyName, forMs: number, way: 'both' | 'up' | 'down' = 'both'): Disturbance =>
  async ({ proxies }) => {
    proxies[name].clog(way)
    await wait(forMs)
    proxies[name].mend()
  }

/** What is open is dead for good without a word; what is opened now passes. */
export const forgetProxy =
  (name: ProxyName, forMs: number): Disturbance =>
  async ({ proxies }) => {
    proxies[name].forget()
    await wait(forMs)
  }

export const slowProxies =
  (names: readonly ProxyName[], delayMs: number, forMs: number): Disturbance =>
  async ({ proxies }) => {
    for (const name of names) proxies[name].delay(delayMs)
    await wait(forMs)
    for (const name of names) proxies[name].mend()
  }
