import { Command, InvalidArgumentError, Option } from 'commander'

export const SERVICES = ['broker', 'rules-engine', 'api', 'demo-fleet', 'web'] as const
export const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 }
export type Level = keyof typeof LEVELS

export type Options = {
  /** The services whose log is shown; undefined: all of them. */
  log?: string[]
  level?: Level
}

function serviceNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !SERVICES.some((service) => service === name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`It takes ${SERVICES.join(', ')}, separated by commas.`)
  return names
}

/** Throws where an option is not known, and after the help that was asked for is printed. */
export const readOptions = (args: string[]): Options =>
  new Command('dev')
    .description('All of Carewatch for somebody who changes it; set by the variables of .env.example')
    .option('--log <services>', `show only their log: ${SERVICES.join(', ')}`, serviceNames)
    .addOption(
      new Option('--level <level>', 'show only lines from this level on').choices(Object.keys(LEVELS)),
    )
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .parse(args, { from: 'user' })
    .opts()

/** What the services have to write so that everything that is asked for can be shown. */
export const levelToWrite = (shown: Level, configured: Level): Level =>
  LEVELS[shown] < LEVELS[configured] ? shown : configured
