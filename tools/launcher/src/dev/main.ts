import { CommanderError } from 'commander'
import { takePlace } from '../doorstep.ts'
import { dataFolder, type Env, readEnv } from '../env.ts'
import { greeting } from '../greeting.ts'
import { describeParts, logsFolder, type PartDescription } from '../parts.ts'
import { freePort } from '../ports.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { step } from '../progress.ts'
import { type Close, runUntilStopped } from '../run-until-stopped.ts'
import { readSecrets } from '../secrets.ts'
import { developmentParts } from './development-parts.ts'
import { inspectorPorts } from './inspectors.ts'
import { levelToWrite, type Options, readOptions } from './options.ts'
import { createReaction } from './reaction.ts'
import { watchSourceFiles } from './source-files.ts'
import { createTerminal, table, type Terminal } from './terminal.ts'
import { createWatchedService, type Outcome, type WatchedService } from './watched-service.ts'
import { withWatchPort } from '../watch-port.ts'

function optionsOrEnd(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // The help that was asked for is printed already.
    if (error.exitCode !== 0) console.error(error.message)
    process.exit(error.exitCode)
  }
}

async function createServices(env: Env, parts: readonly PartDescription[], terminal: Terminal) {
  const ports = await inspectorPorts(parts.length - 1)
  return parts.map((part, index) => {
    // Vite renews itself, and is not what is debugged.
    const isWeb = part.name === 'web'
    const inspectorPort = isWeb ? undefined : ports[index]
    const service = createWatchedService({
      ...part,
      inspectorPort,
      hasSpare: !isWeb,
      logs: logsFolder(env),
      onLine: (line, source) => terminal.line(part.name, line, source),
      onEnd: (code) =>
        terminal.announce(
          part.name,
          `ended (${code ?? 'killed'}) and waits until a file is saved; all it said is in ${env.DATA_DIR}/logs/${part.name}.log`,
        ),
    })
    return { ...service, inspectorPort }
  })
}

/** One that does not start ends nothing: it may be what is being changed. */
async function startInOrder(services: readonly WatchedService[], onOpen: (close: Close) => void) {
  for (const service of services) {
    onOpen(service.stop)
    let outcome: Outcome = 'ended'
    const start = async (): Promise<void> => {
      outcome = await service.start()
      if (outcome !== 'ready') throw new Error(`${service.name} did not start`)
    }
    await step(service.name, start).catch((error: unknown) => {
      if (outcome !== 'ended') throw error
    })
  }
}

const options = optionsOrEnd()

await runUntilStopped(async (onOpen) => {
  const configured = readEnv()
  const shown = options.level ?? configured.LOG_LEVEL
  const given = { ...configured, LOG_LEVEL: levelToWrite(shown, configured.LOG_LEVEL) }
  const leave = await takePlace(given)
  onOpen(async () => leave())
  const secrets = readSecrets(dataFolder(given))
  const { databaseUrl, serviceUrls } = await prepareDatabase(given, secrets, onOpen)
  const env = await withWatchPort(given, databaseUrl)

  const terminal = createTerminal({ services: options.log, level: shown })
  const parts = developmentParts(describeParts({ env, secrets, serviceUrls }), env, await freePort())
  const services = await createServices(env, parts, terminal)
  await startInOrder(services, onOpen)
  const react = createReaction({ services, terminal, databaseUrl, redisUrl: env.REDIS_URL })
  onOpen(await watchSourceFiles((paths) => void react(paths)))
  for (const service of services) service.prepareSpare()
  console.log(`${greeting(env)}\n${table(services)}`)
})
