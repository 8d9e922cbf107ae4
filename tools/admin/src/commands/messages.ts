import { replayUnknown } from '@carewatch/ingest/replay'
import { openTimescale } from '@carewatch/platform/database/client'
import type { Command } from 'commander'
import type { Installation } from '../open.ts'
import { withInstallation } from '../open.ts'

type Unknown = { model: string; detail: string | null; count: number; newest: Date; bytes: Buffer }

/** So many bytes of the newest one are shown. */
const SHOWN = 64

const UNKNOWN = `
select coalesce(nullif(d.device_model, ''), '?') as model, m.detail, count(*)::int as count, max(m.received_at) as newest,
  (array_agg(substring(m.payload for ${SHOWN}) order by m.received_at desc))[1] as bytes
from rejected_messages m left join devices d on d.id = m.device_id
where m.reason in ('unknownMessage', 'unknownEvent', 'unknownField')
group by 1, 2 order by count desc, model, detail limit 200`

/** As it stands where it is text, else in hexadecimal. */
const shown = (bytes: Buffer): string => {
  const text = bytes.toString('latin1')
  return /^[\u0020-\u007e]*$/.test(text) ? text : bytes.toString('hex')
}

/** What devices of each model said in the last week that nobody knows: how often, when last, and how it looks. */
export async function describeUnknown({ url }: Pick<Installation, 'url'>): Promise<string[]> {
  const facts = openTimescale(url, 1)
  try {
    const { rows } = await facts.query<Unknown>(UNKNOWN)
    if (rows.length === 0) return ['Every device is understood.']
    return rows.map(({ model, detail, count, newest, bytes }) =>
      [model, detail ?? '', `${count} times`, newest.toISOString(), shown(bytes)].join('  '),
    )
  } finally {
    await facts.end()
  }
}

/** Reads once more what nobody knew, by the codecs of this version. */
export async function replayMessages({ url }: Pick<Installation, 'url'>, how: { ring: boolean }) {
  const facts = openTimescale(url, 1)
  try {
    return await replayUnknown(facts, how)
  } finally {
    await facts.end()
  }
}

/** `admin messages`, `admin messages replay`. */
export function messageCommands(program: Command, print: (text: string) => void): void {
  const messages = program
    .command('messages')
    .description('what devices say that nobody knows, by model, with how it looks')
  messages.action(async () => {
    for (const line of await withInstallation(describeUnknown)) print(line)
  })
  messages
    .command('replay')
    .description('after an upgrade: reads what is kept of it once more, and evaluates it as what comes late')
    .option('--ring', 'calls for help of more than an hour ago ring too, with all who are called', false)
    .action(async (how: { ring: boolean }) => {
      const { read, left, calls } = await withInstallation((here) => replayMessages(here, how))
      print(`${read} messages mean something by now; ${left} are left.`)
      if (calls > 0)
        print(
          `${calls} of these call for help, of more than an hour ago. \`admin messages\` shows them; with --ring they ring.`,
        )
    })
}
