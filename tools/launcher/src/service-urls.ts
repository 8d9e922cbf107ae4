import { letServicesIn } from '@carewatch/migrations/roles/let-in'
import { passwordsIn, urlOf } from '@carewatch/platform/database/service-roles'
import type { Env } from './env.ts'
import type { Secrets } from './secrets.ts'

/** Where each part finds the database, as itself. */
export type ServiceUrls = Record<'broker' | 'rules' | 'api', string>

/**
 * Lets each part sign in by its own role. In a database that is not ours, whose roles other installations may share, only where the operator gave it
 * a password; elsewhere the part signs in as whoever the steps do.
 */
export async function letPartsIn(env: Env, { database }: Secrets, url: string): Promise<ServiceUrls> {
  if (env.DATABASE_URL) {
    await letServicesIn(url, passwordsIn(env))
    const {
      BROKER_DATABASE_URL: broker = url,
      RULES_DATABASE_URL: rules = url,
      API_DATABASE_URL: api = url,
    } = env
    return { broker, rules, api }
  }
  const own = (service: keyof ServiceUrls): string => urlOf(url, service, database[service])
  return { broker: own('broker'), rules: own('rules'), api: own('api') }
}
