import { Command } from 'commander'
import pc from 'picocolors'
import { takePlace } from './doorstep.ts'
import { dataFolder, readEnv } from './env.ts'
import { greeting } from './greeting.ts'
import { createPart } from './part.ts'
import { describeParts, logsFolder } from './parts.ts'
import { prepareDatabase } from './prepare-database.ts'
import { step } from './progress.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { readSecrets } from './secrets.ts'
import { withWatchPort } from './watch-port.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

new Command('start')
  .description('All of Carewatch on this machine, with a demo; set by the variables of .env.example')
  .parse()

await runUntilStopped(async (onOpen) => {
  const given = readEnv()
  const leave = await takePlace(given)
  onOpen(async () => leave())
  const secrets = readSecrets(dataFolder(given))
  const web = isWebBuilt() ? Promise.resolve() : step('Web built', buildWeb)
  const [{ databaseUrl, serviceUrls }] = await Promise.all([prepareDatabase(given, secrets, onOpen), web])
  const env = await withWatchPort(given, databaseUrl)
  const logs = logsFolder(env)
  const onCrash = (name: string, code: number | null): void =>
    console.log(`  ${pc.yellow('!')} ${name} ended (${code ?? 'killed'}) and is started again`)
  for (const description of describeParts({ env, secrets, serviceUrls })) {
    const part = createPart({ ...description, logs, onCrash })
    onOpen(part.stop)
    await step(part.name, part.start)
  }
  console.log(greeting(env))
})
