import { additions, notAskedFor } from './additions.ts'
import { copyOfTheProject, type Ran } from './copy.ts'
import { addItsTexts, addValue, NAME } from './metric.ts'
import { NAMING, renameColumn } from './renamed-column.ts'

/** What a compiler that knows the new value asks for. */
const ASKED = [`metric.${NAME}`, `setting.${NAME}High`, 'alarmKind.GLUCOSE', 'alarm.GLUCOSE']
const LAST_LINES = 60

function hold(what: string, isHeld: boolean, { output }: Ran): void {
  console.log(`${isHeld ? '✓' : '✗'} ${what}`)
  if (isHeld) return
  console.log(output.split('\n').slice(-LAST_LINES).join('\n'))
  process.exitCode = 1
}

const copy = await copyOfTheProject()
const pnpm = (env: Record<string, string>, ...words: string[]) =>
  copy.run(env, 'npx', '--yes', 'pnpm@12', ...words)
try {
  for (const addition of additions) {
    const silent = await notAskedFor(copy, addition)
    const output = `nothing speaks up for: ${silent.join(', ')}`
    hold(`${addition.what}: what it takes is asked for by name`, silent.length === 0, {
      isGood: false,
      output,
    })
  }

  addValue(copy)
  await pnpm({}, 'exec', 'oxfmt', 'contracts/src/metrics.ts')
  const forgotten = await pnpm({}, 'check')
  const unasked = ASKED.filter((id) => !forgotten.output.includes(id))
  hold(
    `a metric without its texts does not pass${unasked.map((id) => `; ${id} was not asked for`).join('')}`,
    !forgotten.isGood && unasked.length === 0,
    forgotten,
  )

  addItsTexts(copy)
  await pnpm({}, 'exec', 'oxfmt', 'contracts/src/messages', 'web/src/i18n')
  const checked = await pnpm({}, 'check')
  hold('with them everything passes, and nothing else was touched', checked.isGood, checked)

  const carried = await pnpm(
    { NEW_METRIC: NAME },
    'exec',
    'node',
    'tools/launcher/src/test.ts',
    '--only',
    'long',
    '--',
    'new-metric',
  )
  hold('it comes from MQTT to an alarm, a tile, a graph, a form and an export', carried.isGood, carried)

  renameColumn(copy)
  const renamed = await pnpm({}, 'check')
  const unnamed = NAMING.filter((path) => !renamed.output.includes(path))
  hold(
    `a column renamed: who names it does not pass${unnamed.map((path) => `; ${path} was not named`).join('')}`,
    !renamed.isGood && unnamed.length === 0,
    renamed,
  )
} finally {
  copy.remove()
}
