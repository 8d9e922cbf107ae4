import { Command } from 'commander'
import { z } from 'zod'
import { type ScenarioName, scenarioNames } from '@carewatch/contracts/simulator'
import { isScenarioName } from '../scenarios/index.ts'

/** `sos`, or `sos@3` for the fourth watch. */
const Story = z.string().transform((text, context): { name: ScenarioName; index: number } => {
  const [name = '', index = '0'] = text.split('@')
  if (isScenarioName(name) && /^\d+$/.test(index)) return { name, index: Number(index) }
  context.addIssue({
    code: 'custom',
    message: `takes one of ${scenarioNames.join(', ')}, with @N for the watch`,
  })
  return z.NEVER
})

const count = z.coerce.number().int().min(0)

const Options = z.object({
  watches: count.optional(),
  gateways: count.optional(),
  speed: z.coerce.number().positive().default(1),
  every: z.coerce.number().min(0.05).default(15),
  seed: z.coerce.number().int().optional(),
  url: z.string().default('mqtt://127.0.0.1:1883'),
  /** `host:port` of the watches' door. */
  tcp: z
    .string()
    .regex(/^[^:]+:\d{1,5}$/, { error: 'takes host:port' })
    .transform((text) => {
      const [host = '', port = ''] = text.split(':')
      return { host, port: Number(port) }
    })
    .optional(),
  credentials: z.string().default('.data/demo-fleet.json'),
  scenario: Story.optional(),
})
export type Options = z.output<typeof Options>

/** Throws where an option is not known, and once the help that was asked for is said. */
const asked = (args: string[]): Record<string, string> =>
  new Command('simulate')
    .description('A fleet of watches and gateways, or one story: beside whatever else is running')
    .option('--watches <count>', 'how many of those that are registered (all)')
    .option('--gateways <count>', 'how many of those that are registered (all)')
    .option('--every <seconds>', 'between two messages of a watch (15)')
    .option('--speed <times>', 'how much faster than life (1)')
    .option('--seed <number>', 'other bodies')
    .option('--scenario <story>', `on the first watch, or the one after @: ${scenarioNames.join(', ')}`)
    .option('--url <address>', 'of the broker (mqtt://127.0.0.1:1883)')
    .option('--tcp <host:port>', 'of the door of watches over plain TCP')
    .option('--credentials <file>', 'who is registered (.data/demo-fleet.json)')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .parse(args, { from: 'user' })
    .opts()

export function readOptions(args: string[]): Options {
  const values = asked(args)
  const options = Options.safeParse(values)
  if (options.success) return options.data
  const [issue] = options.error.issues
  throw new Error(`--${issue?.path.join('.')} ${issue?.message}`)
}
