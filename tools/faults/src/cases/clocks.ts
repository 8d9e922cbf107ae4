import { setTimeout as wait } from 'node:timers/promises'
import { type Case, under } from '../case.ts'
import { clockLibrary } from '@carewatch/launcher/faked-clock'
import type { PartName } from '../environment/memory.ts'

const WRONG_MINUTES = 10
const FOR_MS = 6_000

const parts: [PartName, string, string][] = [
  ['broker', 'broker', 'broker'],
  ['rulesEngine', 'engine', 'rules-engine'],
  ['api', 'api', 'interface'],
]

const cannot = (): string | undefined => (clockLibrary() ? undefined : 'there is no libfaketime here')

const wrong = ([part, short, name]: (typeof parts)[number], minutes: number): Case => ({
  ...under(
    [
      `clock-${short}-${minutes > 0 ? 'ahead' : 'behind'}`,
      `clock of the ${name} jumps ${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead' : 'back'} for 6 s, and returns`,
    ],
    async ({ setClock }) => {
      setClock(part, minutes)
      await wait(FOR_MS)
      setClock(part, 0)
      await wait(1_500)
    },
    { environment: 'clocks', isTimeTheirs: part !== 'broker' || minutes > 0 },
  ),
  cannot,
})

export const clocks: Case[] = parts.flatMap((part) => [
  wrong(part, WRONG_MINUTES),
  wrong(part, -WRONG_MINUTES),
])
