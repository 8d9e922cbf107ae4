import { type Chain, defaultChains } from '@carewatch/contracts/escalation'
import { createBranch } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

describe('the chains of a company', () => {
  let harness: Harness
  let fixture: CompanyFixture
  let other: CompanyFixture
  beforeAll(async () => {
    harness = await startHarness()
    fixture = await createCompanyFixture(harness)
    other = await createCompanyFixture(harness)
  })
  afterAll(() => harness.close())

  const quick: Chain = {
    steps: [{ afterSeconds: 0, who: ['NURSES'], channels: ['SMS'] }],
    repeatEverySeconds: 60,
    repeats: 1,
  }
  const read = async (branch?: string) => {
    const query = `company=${fixture.company.uuid}${branch ? `&branch=${branch}` : ''}`
    const { context } = await harness.call('GET', `/escalation?${query}`, {
      token: fixture.people.MANAGER.token,
    })
    return (family: string) => context.chains.find((each: { family: string }) => each.family === family)
  }
  const set = (body: object, token = fixture.people.MANAGER.token) =>
    harness.call('POST', '/escalation/update', {
      token,
      body: { companyUUID: fixture.company.uuid, ...body },
    })

  it('are the defaults until somebody sets one', async () => {
    expect((await read())('EMERGENCY')).toEqual({
      family: 'EMERGENCY',
      chain: defaultChains.EMERGENCY,
      setBy: 'DEFAULT',
      updatedAt: null,
    })
  })

  it('hold for every branch but the one that has its own, and can be taken back', async () => {
    const branch = await createBranch(harness.db, fixture.company.id)
    await set({ family: 'HIGH', chain: quick })
    await set({ family: 'HIGH', chain: { ...quick, repeats: 3 }, branchUUID: branch.uuid })
    expect((await read(fixture.branch.uuid))('HIGH')).toMatchObject({ chain: quick, setBy: 'COMPANY' })
    expect((await read(branch.uuid))('HIGH')).toMatchObject({ chain: { repeats: 3 }, setBy: 'BRANCH' })

    await set({ family: 'HIGH', chain: null, branchUUID: branch.uuid })
    expect((await read(branch.uuid))('HIGH')).toMatchObject({ chain: quick, setBy: 'COMPANY' })
    await set({ family: 'HIGH', chain: null })
    expect((await read())('HIGH')).toMatchObject({ setBy: 'DEFAULT' })
  })

  it('are set again in place, not a second time', async () => {
    await set({ family: 'LOW', chain: quick })
    const { status } = await set({ family: 'LOW', chain: { ...quick, repeats: 2 } })
    expect(status).toBe(200)
    expect((await read())('LOW')).toMatchObject({ chain: { repeats: 2 } })
  })

  it('whose steps go back in time, overlap, or tell nobody, are refused by the field', async () => {
    const step = quick.steps[0]
    const wrong = [
      { ...quick, steps: [{ ...step, afterSeconds: 60 }, step] },
      { ...quick, steps: [step, { ...step, afterSeconds: 60 }] },
      { ...quick, steps: [] },
      { ...quick, steps: [{ ...step, who: [] }] },
    ]
    for (const chain of wrong) {
      const { status, context } = await set({ family: 'HIGH', chain })
      expect(status).toBe(400)
      expect(Object.keys(context.errors)[0]).toMatch(/^chain/)
    }
  })

  it('are for its own manager: another house finds nothing, a nurse may look only', async () => {
    expect((await set({ family: 'HIGH', chain: quick }, other.people.MANAGER.token)).status).toBe(404)
    expect((await set({ family: 'HIGH', chain: quick, branchUUID: other.branch.uuid })).status).toBe(404)
    expect((await set({ family: 'HIGH', chain: quick }, fixture.people.SUPERVISOR.token)).status).toBe(403)
  })

  it('are not overwritten by whoever looked at an older state', async () => {
    const first = await set({ family: 'TECHNICAL', chain: quick, updatedAt: null })
    expect(first.status).toBe(200)
    expect((await set({ family: 'TECHNICAL', chain: quick, updatedAt: null })).status).toBe(409)
    const { updatedAt } = (await read())('TECHNICAL')
    const second = await set({ family: 'TECHNICAL', chain: { ...quick, repeats: 4 }, updatedAt })
    expect(second.status).toBe(200)
    expect((await set({ family: 'TECHNICAL', chain: null, updatedAt })).status).toBe(409)
    expect((await read())('TECHNICAL')).toMatchObject({ chain: { repeats: 4 } })
  })
})
