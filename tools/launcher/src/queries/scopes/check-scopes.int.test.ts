import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../env.ts'
import { findStatements } from '../find-statements.ts'
import { openProject } from '../open-project.ts'
import { readTexts } from '../read-texts.ts'
import { checkScopes, type Fault } from './check-scopes.ts'
import { interfaceScopes } from './interface-scopes.ts'
import { readTables } from './schema.ts'

const MADE_UP = join(import.meta.dirname, '../testing/scopes/')

/** Faults by the names under which their statements are exported. */
function namesOf(faults: readonly Fault[]): string[] {
  return faults.map(({ file, line, fault }) => {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, line)
    const [, name] =
      /export (?:const|function) (\w+)/.exec(lines.findLast((text) => text.startsWith('export')) ?? '') ?? []
    return `${name}: ${/rows of (\w+)/.exec(fault)?.[1] ?? fault}`
  })
}

it('names each statement that forgets whose rows it may find, in whichever way, and nothing else', async () => {
  const isLookedAt = (file: string) => file.startsWith(MADE_UP)
  const { project, close } = openProject({ root: ROOT, config: 'tsconfig.json' })
  const asked = await readTexts(findStatements(project, isLookedAt).queries)
  const texts = asked.flatMap(({ query: { file, line }, texts: all }) =>
    all.map((text) => ({ file, line, text })),
  )
  const { faults } = checkScopes({
    project,
    root: ROOT,
    tables: await readTables(),
    texts,
    isLookedAt,
    isTrusted: (file) => file.startsWith(`${MADE_UP}access/`),
  })
  close()
  expect(faults.filter(({ file }) => file.endsWith('narrowed.ts'))).toEqual([])
  expect(namesOf(faults).sort()).toEqual(
    [
      'everything: devices',
      'byUuid: devices',
      'byTextId: users',
      'bySmallNumber: relatives',
      'changed: devices',
      'deleted: users',
      'counted: devices',
      'noRule: devices',
      'renamed: devices',
      'inTemplate: devices',
      'inChoiceOfTemplate: devices',
      'negatedInTemplate: devices',
      'unreadable: a',
      'written: readings',
      'writtenByUuid: readings',
      'byConstant: devices',
      'byHelper: devices',
      'byHelperWithoutEnd: devices',
      'finished: devices',
      'unfinished: devices',
      // Where it is narrowed, and where it is answered.
      'changedLater: devices',
      'changedLater: devices',
      'handedOver: devices',
      'handedNothing: devices',
      'handedInObject: devices',
      'overwritten: a',
      'works: users',
      'calledForEach: devices',
      'calledForNothing: devices',
      'chosen: devices',
      'inOneCase: devices',
      'inOneOfTwo: devices',
      'negated: devices',
      'inShortenedList: devices',
      'whereAnybodyIs: devices',
      'ofAnybody: relatives',
      'joinedToAll: devices',
      'joinedToAll: users',
      'joinedFromOutside: users',
      'linkedBySelect: devices',
      'linkedToEachOther: devices',
      'shown: users',
      'inUnion: users',
      'excusedInVain: unscoped: nothing below needs it: take it away',
      'excusedWithoutReason: unscoped: say why',
    ].sort(),
  )
})

/** Verbs of the interface: what each is narrowed by, what is left when that is forgotten, and where that is named then. */
const forgotten = [
  {
    path: 'api/src/tasks/list.ts',
    by: 'and(visibleTasks(viewer), which)',
    left: 'which',
    names: 'tasks/list.ts: tasks',
  },
  {
    path: 'api/src/users/find-user.ts',
    by: 'scope: visibleUsers(viewer)',
    left: 'scope: sql`true`',
    names: 'users/find-user.ts: users',
  },
  {
    path: 'api/src/devices/list-devices.ts',
    by: 'scope: visibleDevices(viewer), ',
    left: 'scope: undefined, ',
    names: 'devices/list-devices.ts: devices',
  },
  {
    path: 'api/src/gateways-and-beacons/alerted.ts',
    by: '\n        and ${visibleRoomAlarms(viewer)} and ${visibleBeacons(viewer)}',
    left: '',
    names: 'gateways-and-beacons/alerted.ts: alarms',
  },
  {
    path: 'api/src/figures/counted.ts',
    by: '    visibleAlarms(viewer),\n',
    left: '',
    names: 'figures/read.ts: alarms',
  },
  {
    path: 'api/src/alarms/visible-alarm.ts',
    by: ', visibleAlarms(viewer)',
    left: '',
    names: 'alarms/visible-alarm.ts: alarms',
  },
]

it('names the verb of the interface whose rule is taken away', async () => {
  const changed = new Map(
    forgotten.map(({ path, by, left }) => {
      const before = readFileSync(join(ROOT, path), 'utf8')
      expect(before.split(by)).toHaveLength(2)
      return [join(ROOT, path), before.replace(by, () => left)]
    }),
  )
  const { project, close } = openProject({
    root: ROOT,
    config: 'tsconfig.json',
    fs: { readFile: (file) => changed.get(file) },
  })
  const tables = await readTables()
  const { faults } = checkScopes({ ...interfaceScopes, project, root: ROOT, tables, texts: [] })
  close()
  const named = faults.map(({ file, fault }) => {
    const [, table] = /rows of (\w+)/.exec(fault) ?? []
    return `${relative(join(ROOT, 'api/src'), file)}: ${table}`
  })
  for (const { names } of forgotten) expect(named).toContain(names)
})
