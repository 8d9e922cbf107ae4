import { mkdirSync } from 'node:fs'
import { Command } from 'commander'
import pc from 'picocolors'
import { claim, needPort, warnOfPort } from './doorstep.ts'
import { dataFolder, readEnv, USUAL_WATCH_PORT } from './env.ts'
import { greeting } from './greeting.ts'
import type { Part } from './part.ts'
import { createParts } from './parts.ts'
import { prepareDatabase } from './prepare-database.ts'
import { step } from './progress.ts'
import { readSecrets } from './secrets.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

new Command('start')
  .description('All of Carewatch on this machine, with a demo; set by the variables of .env.example')
  .parse()

/** What has been opened so far, newest first: the way out, wherever the way in ended. */
const toClose: (() => Promise<void>)[] = []
let isStopping = false

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  process.stdout.write(`\n  ${pc.dim('stopping…')}`)
  for (const close of toClose) await close().catch((error: unknown) => console.error(error))
  console.log(`\r  ${pc.green('✓')} stopped   `)
  process.exit(code)
}

async function startParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    toClose.unshift(part.stop)
    await step(part.name, part.start)
  }
}

async function start(): Promise<void> {
  const env = readEnv()
  const folder = dataFolder(env)
  mkdirSync(folder, { recursive: true })
  const leave = claim(folder)
  toClose.push(async () => leave())
  await needPort('HTTP_PORT', env.HTTP_PORT, env.HOST)
  await needPort('MQTT_PORT', env.MQTT_PORT, env.HOST)
  if (typeof env.WATCH_PORT === 'number') await needPort('WATCH_PORT', env.WATCH_PORT, env.HOST)
  else if (env.WATCH_PORT === undefined) await warnOfPort('WATCH_PORT', USUAL_WATCH_PORT, env.HOST)

  const secrets = readSecrets(folder)
  const web = isWebBuilt() ? Promise.resolve() : step('Web built', buildWeb)
  const [databaseUrl] = await Promise.all([
    prepareDatabase(env, secrets, (close) => toClose.unshift(close)),
    web,
  ])
  const onCrash = (name: string, code: number | null): void =>
    console.log(`  ${pc.yellow('!')} ${name} ended (${code ?? 'killed'}) and is started again`)
  await startParts(createParts({ env, secrets, databaseUrl, onCrash }))
  console.log(greeting(env))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// Whoever started us is gone without a word (kill of npx or the terminal): nobody could stop us any more.
const parent = process.ppid
setInterval(() => process.ppid !== parent && void stop(0), 1_000).unref()

try {
  await start()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`\n  ${pc.red('Carewatch did not start.')} ${reason}\n`)
  await stop(1)
}
