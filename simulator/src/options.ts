import { parseArgs } from 'node:util'
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

const text = { type: 'string' } as const

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      watches: text,
      gateways: text,
      speed: text,
      every: text,
      seed: text,
      url: text,
      tcp: text,
      credentials: text,
      scenario: text,
    },
  })
  const options = Options.safeParse(values)
  if (options.success) return options.data
  const [issue] = options.error.issues
  throw new Error(`--${issue?.path.join('.')} ${issue?.message}`)
}
