import type { Env } from '../env.ts'

/** Where the broker listens for watches over plain TCP when nobody chose (broker/src/tcp/listener.ts). */
const USUAL_WATCH_PORT = 5_093

/** Null: watches over plain TCP are not let in. */
export function tcpPortOf({ WATCH_PORT }: Pick<Env, 'WATCH_PORT'>): number | null {
  if (WATCH_PORT === undefined || WATCH_PORT === 'off') return null
  return WATCH_PORT === 'usual' ? USUAL_WATCH_PORT : WATCH_PORT
}
