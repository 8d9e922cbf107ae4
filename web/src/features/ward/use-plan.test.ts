import { describe, expect, it } from 'vitest'
import { latestPlan, type PlanOf } from './use-plan.ts'

const branch = '0192f0a0-0000-7000-8000-000000000001'
const other = '0192f0a0-0000-7000-8000-000000000002'
const found = { plan: null, rooms: [] }
const known: PlanOf = { branch, found: { plan: null, rooms: [{ uuid: other, name: 'Room 1', spot: null }] } }

describe('the plan of a wall', () => {
  it('is the newest that came', () => {
    expect(latestPlan(known, { branch, found })).toEqual({ branch, found })
    expect(latestPlan(null, known)).toBe(known)
  })

  it('stays while it cannot be read anew', () => {
    expect(latestPlan(known, { branch, found: null })).toBe(known)
  })

  it('is never that of another branch', () => {
    expect(latestPlan(known, { branch: other, found: null })).toEqual({ branch: other, found: null })
    expect(latestPlan(known, null)).toBeNull()
  })
})
