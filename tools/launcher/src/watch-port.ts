import { existsSync } from 'node:fs'
import { usesPlainTcp } from '@carewatch/platform/database/plain-tcp'
import pg from 'pg'
import { type Env, USUAL_WATCH_PORT } from './env.ts'
import { fleetFile } from './parts.ts'

export const isDemo = (env: Env): boolean => env.DEMO !== false && existsSync(fleetFile(env))

async function hasUsedIt(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await usesPlainTcp(client)
  } finally {
    await client.end()
  }
}

/** Where watches over plain TCP are let in: nowhere until somebody says so, but in the demo and where such watches are in use. */
export async function withWatchPort(env: Env, databaseUrl: string): Promise<Env> {
  if (env.WATCH_PORT !== undefined) return env
  const isOpen = isDemo(env) || (await hasUsedIt(databaseUrl))
  return { ...env, WATCH_PORT: isOpen ? 'usual' : 'off' }
}

/** The port as a number; undefined: closed. */
export const watchPortOf = ({ WATCH_PORT }: Pick<Env, 'WATCH_PORT'>): number | undefined => {
  if (WATCH_PORT === 'off' || WATCH_PORT === undefined) return undefined
  return WATCH_PORT === 'usual' ? USUAL_WATCH_PORT : WATCH_PORT
}
