import { expect, it } from 'vitest'
import { firstSteps, isOver, mayBegin, nextStep, type Steps } from './first-run.ts'

const nothing: Steps = {
  company: false,
  branch: false,
  wearer: false,
  device: false,
  worn: false,
  reading: false,
  staff: false,
  duty: false,
}
const begun = (steps: Partial<Steps>) => firstSteps.filter((step) => mayBegin({ ...nothing, ...steps }, step))

it('leads from company to branch, a person, a watch, its first message and who is told', () => {
  const path: (string | undefined)[] = []
  for (const steps = { ...nothing }; nextStep(steps);) {
    const next = nextStep(steps)
    path.push(next)
    if (next) steps[next] = true
  }
  expect(path).toEqual(['company', 'branch', 'wearer', 'device', 'worn', 'reading', 'staff', 'duty'])
})

it('offers what can be filled in, and nothing whose form would have nothing to choose', () => {
  expect(begun({})).toEqual(['company', 'reading'])
  expect(begun({ company: true })).toEqual(['branch', 'reading', 'staff'])
  const placed = { company: true, branch: true }
  expect(begun(placed)).toEqual(['wearer', 'device', 'reading', 'staff'])
  expect(begun({ ...placed, wearer: true, device: true })).toEqual(['worn', 'reading', 'staff'])
  expect(begun({ ...placed, staff: true })).toEqual(['wearer', 'device', 'reading', 'duty'])
})

it('is over once a watch is heard and somebody is told of it, and not before', () => {
  expect(isOver({ ...nothing, reading: true, duty: true })).toBe(true)
  expect(isOver({ ...nothing, reading: true })).toBe(false)
  expect(isOver({ ...nothing, duty: true })).toBe(false)
})
