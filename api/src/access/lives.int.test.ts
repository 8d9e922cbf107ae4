import type { Role } from '@carewatch/contracts/roles'
import { relatives, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { type Life, livesIn, marksOf } from '../testing/lives.ts'

/** Ann wore the watch, Bea wears it, Cid wears one in another company. */
const lives = {
  ann: { word: 'Annas', lat: 11.2233, heartRate: 61.37 },
  bea: { word: 'Beas', lat: 22.3344, heartRate: 62.48 },
  cid: { word: 'Cids', lat: 33.4455, heartRate: 63.59 },
} as const satisfies Record<string, Life>
type Name = keyof typeof lives
const names = ['ann', 'bea', 'cid'] as const satisfies Name[]
const marks = Object.values(lives).flatMap(marksOf)

let harness: Harness
/** Where each of them is asked after: Ann and Bea by the same watch, each with a family of her own. */
let around: Record<Name, CompanyFixture>
let nextDoor: CompanyFixture

/** The watch is reset, and Bea gets it, with an owner and a relative; all of it two hours ago. */
async function handOn(fixture: CompanyFixture): Promise<CompanyFixture> {
  const { db } = harness
  const { people, device, company, branch } = fixture
  const { token } = people.MANAGER
  const post = async (line: string, body: object) => {
    const answer = await harness.call('POST', line, { token, body })
    expect([line, answer.status]).toEqual([line, 200])
    return answer.context
  }
  const owner = await harness.person('OWNER', { companyId: company.id })
  const relative = await harness.person('RELATIVE')
  const isOfWatch = eq(assignments.deviceId, device.id)

  await post(`/devices/resetAll/${device.uuid}`, {})
  const then = { at: minutesAgo(120) }
  await db.update(watchSettingsHistory).set(then).where(eq(watchSettingsHistory.deviceId, device.id))
  await db.update(assignments).set({ endedAt: then.at }).where(isOfWatch)
  const place = { companyId: company.uuid, branchId: branch.uuid }
  const { uuid } = (await post('/wearers/new', { firstName: 'Bea', ...place })).wearer
  await post('/wearers/assign', { wearerUUID: uuid, deviceUUID: device.uuid })
  const startedAt = minutesAgo(100)
  await db
    .update(assignments)
    .set({ startedAt })
    .where(and(isOfWatch, isNull(assignments.endedAt)))
  await post('/devices/changeOwner', { deviceUUID: device.uuid, owner: owner.uuid })
  const [wearer] = await db.select().from(wearers).where(eq(wearers.uuid, uuid))
  if (!wearer) throw new Error('Nobody was made.')
  await db.insert(relatives).values({ deviceId: device.id, userId: relative.id, name: 'Rolf' })
  const isOfHers = eq(wearerRelations.wearerId, wearer.id)
  await db
    .insert(wearerRelations)
    .values({ wearerId: wearer.id, userId: relative.id, kind: 'RELATIVE' })
    .onConflictDoNothing()
  await db.update(wearerRelations).set({ since: null }).where(isOfHers)
  return { ...fixture, wearer, people: { ...people, OWNER: owner, RELATIVE: relative } }
}

beforeAll(async () => {
  harness = await startHarness()
  const { live, report } = livesIn(harness)
  const ann = await createCompanyFixture(harness)
  await live(ann, minutesAgo(240), lives.ann)
  const bea = await handOn(ann)
  await live(bea, minutesAgo(60), lives.bea)
  // What the watch still held of Ann comes when Bea wears it.
  await report(ann, { at: minutesAgo(150), life: lives.ann })
  const cid = await createCompanyFixture(harness)
  await live(cid, minutesAgo(60), lives.cid)
  around = { ann, bea, cid }
  nextDoor = await createCompanyFixture(harness, ann.company)
})
afterAll(() => harness.close())

/** By which calls this person reads of whom, whomever of the three they ask after. */
async function linesSeen(role: Role, person: CompanyFixture['people']['OWNER']) {
  const { marksSeenBy } = livesIn(harness)
  const answers: [line: string, found: string[]][] = []
  const asked = new Set<string>()
  for (const fixture of Object.values(around))
    answers.push(...Object.entries(await marksSeenBy(fixture, role, { ...person, marks, asked })))
  const linesOf = (sought: readonly string[]) =>
    answers.filter(([, found]) => found.some((mark) => sought.includes(mark))).map(([line]) => line)
  const broken = answers.filter(([, found]) => /^5\d\d$/.test(found[0] ?? '')).map(([line]) => line)
  return {
    ann: linesOf(marksOf(lives.ann)),
    bea: linesOf(marksOf(lives.bea)),
    cid: linesOf(marksOf(lives.cid)),
    broken,
  }
}

type Viewer = { role: Role; of: Name; sees: readonly Name[] }
const viewers: Viewer[] = [
  ...names.flatMap((of): Viewer[] => [
    { role: 'OWNER', of, sees: [of] },
    { role: 'RELATIVE', of, sees: [of] },
  ]),
  ...(['MANAGER', 'SUPERVISOR', 'MONITOR'] as const).flatMap((role): Viewer[] => [
    { role, of: 'bea', sees: ['ann', 'bea'] },
    { role, of: 'cid', sees: ['cid'] },
  ]),
]

it.each(viewers)(
  'a $role around $of reads by every call of $sees, and of nobody else',
  async ({ role, of, sees }) => {
    const lines = await linesSeen(role, around[of].people[role])
    const hidden = names.filter((name) => !sees.includes(name))
    expect({ ...lines, ...Object.fromEntries(sees.map((name) => [name, lines[name].length > 0])) }).toEqual({
      ...Object.fromEntries(hidden.map((name) => [name, []])),
      // The walk would see what there is to be seen.
      ...Object.fromEntries(sees.map((name) => [name, true])),
      broken: [],
    })
  },
)

describe('next door', () => {
  it.each(['SUPERVISOR', 'MONITOR'] as const)('a %s reads nothing of any of them', async (role) => {
    const nothing = { ann: [], bea: [], cid: [], broken: [] }
    expect(await linesSeen(role, nextDoor.people[role])).toEqual(nothing)
  })
})

describe('somebody who has an account at two companies', () => {
  /** Both accounts are one person's. */
  async function unite(one: { id: number }, two: { id: number }): Promise<void> {
    const { id, identityId } = await addAccount(harness, one, { role: 'USER' })
    await harness.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id))
    await harness.db.update(users).set({ identityId }).where(eq(users.id, two.id))
  }

  it.each(['MANAGER', 'SUPERVISOR', 'MONITOR', 'OWNER', 'RELATIVE'] as const)(
    'as a %s reads by each what is there, and nothing of the other',
    async (role) => {
      const { bea, cid } = around
      const [here, there] = [bea.people[role], cid.people[role]]
      // A relative is of no company until one makes them an account of its own.
      for (const { company, people } of [bea, cid])
        await harness.db.update(users).set({ companyId: company.id }).where(eq(users.id, people[role].id))
      await unite(here, there)
      const { token } = here
      const { companies } = (await harness.call('GET', '/user/companies', { token })).context
      expect(companies).toHaveLength(2)
      expect(await linesSeen(role, here)).toMatchObject({ cid: [], broken: [] })
      expect(await linesSeen(role, there)).toMatchObject({ ann: [], bea: [], broken: [] })
    },
  )
})
