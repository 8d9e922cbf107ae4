import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createFirstAdmin } from '@carewatch/launcher/first-admin'
import type { Env } from '@carewatch/launcher/env'
import { openDemo } from '@carewatch/launcher/production/demo-accounts'
import { migrate } from '@carewatch/migrations/migrate'
import { beginAnew, closeDemo } from '../commands/demo.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import type { Installation } from '../open.ts'
import { type Answers, variablesOf } from './answers.ts'
import { withVariables } from './env-file.ts'

/** Readable by its owner alone from its first byte, and there whole or not at all. */
function keep(file: string, text: string): void {
  writeFileSync(`${file}.part`, text, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

/** Writes the answers into an `.env`; the one that was there is kept beside it. */
export function writeEnvFile(file: string, answers: Answers): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (before !== '') keep(`${file}.before`, before)
  keep(file, withVariables(before, variablesOf(answers)))
}

type Place = Pick<Installation, 'db' | 'folder' | 'url'> & { env: Env }

/** What of the demo is in the way, and what became of it; undefined: nothing is. */
async function clearDemo(place: Place): Promise<string | undefined> {
  const [refusal] = await openDemo({ ...place.env, DEMO: false }, place.url)
  if (!refusal) return undefined
  if (refusal.mend.endsWith('close-demo')) return `${await closeDemo(place)} accounts of the demo are closed`
  return `the database begins anew; the demo is in ${await beginAnew(place)}`
}

export type Installed = { demo: string | undefined; notice: string | undefined; findings: Finding[] }

/** Brings the database up to date, takes a demo out of the way, makes the administrator, and looks at all of it. */
export async function install(place: Place, { email, password }: Answers): Promise<Installed> {
  await migrate(place.url)
  const demo = await clearDemo(place)
  const notice = await createFirstAdmin(place.url, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
  return { demo, notice, findings: await examine(place) }
}
