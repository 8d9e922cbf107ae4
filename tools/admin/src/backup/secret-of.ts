import type { Env } from '@carewatch/launcher/env'
import { hasOwnSecrets, readSecrets } from '@carewatch/launcher/secrets'

/** By what this installation locks; throws where neither the environment nor the data say it, and makes none. */
export function secretOf({ env, folder }: { env: Pick<Env, 'JWT_SECRET'>; folder: string }): string {
  if (env.JWT_SECRET) return env.JWT_SECRET
  if (hasOwnSecrets(folder)) return readSecrets(folder).jwt
  throw new Error('JWT_SECRET is not set: set it as the interface has it.')
}
