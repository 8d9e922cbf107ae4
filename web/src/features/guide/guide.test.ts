import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alarmKinds, type AlarmKind, type Severity } from '@carewatch/contracts/alarms'
import { languages } from '@carewatch/contracts/languages'
import { roles } from '@carewatch/contracts/roles'
import { describe, expect, it } from 'vitest'
import { guideTextsOf } from '../../i18n/guide.ts'
import { dictionaryOf } from '../../i18n/messages.ts'
import { buttons, places } from './buttons.ts'
import { pressesOf } from './presses.ts'
import { ringsOf, severitiesOf } from './rings.ts'

/** Of each, where it stands in the program beside the guide. */
const drawnIn: Record<keyof typeof buttons, string> = {
  acknowledge: 'ui/alarms/AcknowledgeButton.tsx',
  undo: 'ui/alarms/UndoButton.tsx',
  bedside: 'ui/alarms/BedsideButton.tsx',
  details: 'features/notifications/NotificationRow.tsx',
  close: 'features/alarm/AlarmActions.tsx',
  defer: 'features/tasks/TaskMenu.tsx',
  call: 'features/overview/WatchActions.tsx',
  locate: 'features/overview/WatchActions.tsx',
  duty: 'features/duty/DutySection.tsx',
  rehearse: 'features/escalation/RehearseButton.tsx',
  tryWatch: 'features/escalation/ChainsSection.tsx',
  test: 'ui/controls/SendTest.tsx',
  down: 'shell/ConnectionBanner.tsx',
  walk: 'ui/controls/WalkLink.tsx',
}
const sourceOf = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
/** A part of a message id that the source makes of another word. */
const stemOf = (id: string): string => (id === 'alarms.do.close' ? 'alarms.do.' : id)

/** What stands for a value that is no button and no place: those that each sentence is given. */
const figures = ['role', 'alarm', 'note', 'n', 'time']
/** Not what stands in a case of a plural: `one {once}`. */
const ARGUMENT = /(?<!(?:zero|one|two|few|many|other) )\{(\w+)[,}]/g
/** So short a word stands in sentences by itself. */
const LONG_ENOUGH = 7

describe('the guide', () => {
  it.each(Object.entries(buttons))('names %s by the message that stands on it', (name, id) => {
    // Safe: the keys of the object itself.
    expect(sourceOf(drawnIn[name as keyof typeof buttons])).toContain(stemOf(id))
  })

  it.each(languages)('has all that its sentences name, and copies no name, in %s', async (language) => {
    const texts = Object.values(await guideTextsOf(language))
    const all = await dictionaryOf(language)
    const known = new Set([...Object.keys(buttons), ...Object.keys(places), ...figures])
    const asked = texts.flatMap((text) => [...text.matchAll(ARGUMENT)].map(([, name = '']) => name))
    expect(asked.filter((name) => !known.has(name))).toEqual([])
    const names = Object.values(buttons)
      .map((id) => all[id])
      .filter((name) => name.length >= LONG_ENOUGH)
    expect(texts.filter((text) => names.some((name) => text.includes(name)))).toEqual([])
  })

  it('shows a family nothing of the house’s devices and rooms, and staff every kind', () => {
    const kindsOf = (role: (typeof roles)[number]) => new Set(ringsOf(role).flatMap(({ kinds }) => kinds))
    expect([...kindsOf('MONITOR')].toSorted()).toEqual([...alarmKinds].toSorted())
    expect(kindsOf('RELATIVE').has('OUTAGE')).toBe(false)
    expect(kindsOf('RELATIVE').has('WATER')).toBe(false)
    expect(ringsOf('RELATIVE')[0]?.kinds.slice(0, 2)).toEqual(['SOS', 'FALL'])
  })

  it('has something to press for everybody whom alarms reach', () => {
    expect(roles.filter((role) => pressesOf[role].length === 0)).toEqual(['USER'])
  })
})

const RAISED = /severity: '(\w+)'/g

describe('how grave an alarm is said to be', () => {
  /** Of those whose gravity is written into their rule. */
  const ruled: Partial<Record<AlarmKind, string>> = {
    INACTIVITY: 'rules-engine/src/schedule/inactivity.ts',
    CHECK_IN_MISSED: 'rules-engine/src/schedule/missed-check-ins.ts',
    OFFLINE: 'rules-engine/src/schedule/silent-devices.ts',
    CHANGED: 'rules-engine/src/schedule/changed.ts',
    IDENTITY_CONFLICT: 'rules-engine/src/schedule/identity-conflicts.ts',
    OFF_WRIST: 'contracts/src/rules/off-wrist.ts',
    DOOR_OPENED: 'contracts/src/rules/rooms/door.ts',
    ROOM_TEMPERATURE: 'contracts/src/rules/rooms/climate.ts',
    BEACON_TOO_LONG: 'contracts/src/rules/rooms/presence.ts',
    DETERIORATION: 'contracts/src/rules/deterioration.ts',
  }
  it.each(Object.entries(ruled))('%s: as its rule raises it', (kind, path) => {
    const source = readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
    const raised = new Set([...source.matchAll(RAISED)].map(([, severity]) => severity as Severity))
    // Safe: a key of the record above.
    expect([...raised].toSorted()).toEqual([...severitiesOf[kind as AlarmKind]].toSorted())
  })
})
