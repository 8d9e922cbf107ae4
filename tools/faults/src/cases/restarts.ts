import { setTimeout as wait } from 'node:timers/promises'
import { type Case, under } from '../case.ts'
import type { Disturbance } from '../disturbances.ts'
import { partNames } from '../environment/environment.ts'

const BETWEEN_MS = 2_500

/** As an upgrade does it: each part in turn is asked to end, ends what it began, and is started again. */
const rollOver: Disturbance = async ({ signal, pidOf, isReady }) => {
  for (const name of partNames) {
    const before = await pidOf(name)
    await signal(name, 'SIGTERM')
    while ((await pidOf(name)) === before) await wait(20)
    await wait(BETWEEN_MS)
    while (!(await isReady())) await wait(50)
  }
}

const DEATHS = 14

/** It dies before it has done anything much, again and again. */
const dieAtEachJob: Disturbance = async ({ signal }) => {
  for (let death = 0; death < DEATHS; death++) {
    await signal('rulesEngine', 'SIGKILL')
    await wait(600)
  }
}

export const restarts: Case[] = [
  under(['rolling-restart', 'SIGTERM to each part in turn, as an upgrade does it'], rollOver),
  under(
    ['engine-crash-loop', `the rules-engine dies ${DEATHS} times, each time soon after it came`],
    dieAtEachJob,
  ),
]
