import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, ROOT } from '../env.ts'
import { isReached } from './address.ts'
import type { Refusal } from './refusal.ts'

/** The group and everybody; a key is often lent to a group of those who serve with it. */
const ANYBODY_ELSE = 0o077
const STRANGERS = 0o007

/** What we wrote ourselves beside the data. */
const OWN = ['secrets.json', 'secrets.before.json', 'demo-fleet.json']
/** A variable of `.env` that opens something. */
const SECRET =
  /^\s*(?:export\s+)?(?:\w*(?:PASSWORD|SECRET|TOKEN|PRIVATE_KEY)|\w*DATABASE_URL|REDIS_URL|SMTP_URL|SMPP_URL)[ \t]*=[ \t]*\S/m

function readableBy(file: string, bits: number): Refusal[] {
  // Windows keeps rights elsewhere, and says 666 of everything.
  if (process.platform === 'win32' || !existsSync(file) || (statSync(file).mode & bits) === 0) return []
  return [
    {
      why: `${file} holds secrets, and others than its owner can read it`,
      mend: `chmod ${bits === STRANGERS ? 'o=' : '600'} '${file}'`,
    },
  ]
}

/** Whether real people are, or may be, behind it: then what the operator wrote is looked at as well. */
export const isProduction = (env: Pick<Env, 'DEMO' | 'HOST'> & Partial<Env>): boolean =>
  env.DEMO === false || isReached(env)

/** Files with secrets that others on this machine can read. */
export function readableFiles(env: Env, folder: string, envFile = join(ROOT, '.env')): Refusal[] {
  const own = OWN.flatMap((name) => readableBy(join(folder, name), ANYBODY_ELSE))
  if (!isProduction(env)) return own
  const hasSecrets = existsSync(envFile) && SECRET.test(readFileSync(envFile, 'utf8'))
  return [
    ...own,
    ...(hasSecrets ? readableBy(envFile, ANYBODY_ELSE) : []),
    ...(env.TLS_KEY ? readableBy(env.TLS_KEY, STRANGERS) : []),
  ]
}
