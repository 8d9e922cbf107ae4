import type { Env } from '../env.ts'
import { type PartDescription, publicUrl } from '../parts.ts'

const LOOPBACK = '127.0.0.1'

/** Vite stands where people look, and the api behind it at a port of its own. */
export function developmentParts(
  parts: readonly PartDescription[],
  env: Env,
  apiPort: number,
): PartDescription[] {
  const web = {
    name: 'web',
    program: ['web/build/dev-server.ts'],
    env: {
      NODE_ENV: 'development',
      HOST: env.HOST,
      HTTP_PORT: String(env.HTTP_PORT),
      API_URL: `http://${LOOPBACK}:${apiPort}`,
      PUBLIC_URL: publicUrl(env),
    },
  }
  const behindVite = {
    HOST: LOOPBACK,
    HTTP_PORT: String(apiPort),
    WEB_DIST: undefined,
    TRUST_PROXY: env.TRUST_PROXY ? `${env.TRUST_PROXY},${LOOPBACK}` : LOOPBACK,
  }
  return [
    ...parts.map((part) => (part.name === 'api' ? { ...part, env: { ...part.env, ...behindVite } } : part)),
    web,
  ]
}
