import { branches, branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { floorPlans, rooms } from '@carewatch/migrations/schema/rooms'
import {
  demoAccounts,
  demoBranches,
  demoCompanies,
  type Account,
  type BranchKey,
  type CompanyKey,
} from './demo-data.ts'
import { demoFloorPlan, demoSpots } from './floor-plan.ts'
import { only } from './only.ts'
import type { Writer } from './writer.ts'

export type Team = Record<string, number>
export type Company = {
  id: number
  branches: Record<string, number>
  rooms: Record<string, number>
  team: Team
}

const branchesOf = (company: CompanyKey): BranchKey[] =>
  (Object.keys(demoBranches) as BranchKey[]).filter((key) => demoBranches[key].company === company)

/** Where an account works: branch roles in the company's first branch, the second nurse in its second. */
function workplace({ name, role }: Account, ids: number[]): number | null {
  if (name === 'samir') return ids[1] ?? ids[0] ?? null
  return ['SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'OWNER', 'RELATIVE', 'USER'].includes(role)
    ? (ids[0] ?? null)
    : null
}

/** The branch that has a floor plan. */
const DRAWN: BranchKey = 'carmel'

const placed = (room: string): Partial<typeof rooms.$inferInsert> => {
  const spot = demoSpots.get(room)
  return spot ? { planX: spot.x, planY: spot.y } : {}
}

/** A company with its branches, rooms and one account a role. */
export async function makeCompany(writer: Writer, key: CompanyKey, passwordHash: string): Promise<Company> {
  const { db } = writer
  const company = only(
    await db
      .insert(companies)
      .values({ ...demoCompanies[key], bookmarkValues: ['Fall risk', 'Diabetes', 'Pacemaker'] })
      .returning(),
  )
  const keys = branchesOf(key)
  const made = await db
    .insert(branches)
    .values(
      keys.map((branch) => ({
        companyId: company.id,
        name: demoBranches[branch].name,
        code: demoBranches[branch].code,
        roomStatuses: ['Clean', 'Needs attention', 'Visited'],
      })),
    )
    .returning()
  const branchIds = made.map(({ id }) => id)
  const roomRows = await db
    .insert(rooms)
    .values(
      keys.flatMap((branch, index) =>
        demoBranches[branch].rooms.map((name) => ({
          branchId: only(branchIds.slice(index)),
          name,
          status: 'Clean',
          ...(branch === DRAWN && placed(name)),
        })),
      ),
    )
    .returning()
  const drawn = branchIds[keys.indexOf(DRAWN)]
  if (drawn !== undefined)
    await db.insert(floorPlans).values({ branchId: drawn, mediaType: 'image/png', ...demoFloorPlan() })
  const team = await makeTeam(writer, { key, companyId: company.id, branchIds, passwordHash })
  return {
    id: company.id,
    branches: Object.fromEntries(keys.map((branch, index) => [branch, only(branchIds.slice(index))])),
    rooms: Object.fromEntries(roomRows.map(({ name, id }) => [name, id])),
    team,
  }
}

type Place = { key: CompanyKey; companyId: number; branchIds: number[]; passwordHash: string }

async function makeTeam(writer: Writer, { key, companyId, branchIds, passwordHash }: Place): Promise<Team> {
  const rows = demoAccounts.map((account, index) => ({
    firstName: account.firstName,
    lastName: account.lastName,
    userName: `${account.name}.${key}`,
    email: `${account.name}@${key}.test`,
    role: account.role,
    userType: account.userType ?? ('WATCH' as const),
    selectedLanguage: account.language ?? ('en' as const),
    contactNumber: `+97250555${String(key === 'demo' ? 100 + index : 200 + index).padStart(4, '0')}`,
    countryCode: 'IL',
    companyId: account.role === 'ADMIN' ? null : companyId,
    branchId: workplace(account, branchIds),
    passwordHash,
  }))
  const made = await writer.db.insert(users).values(rows).returning()
  const team: Team = Object.fromEntries(
    demoAccounts.map(({ name }, index) => [name, only(made.slice(index)).id]),
  )
  const nurses = made.filter(({ role }) => role === 'SUPERVISOR')
  await writer.db
    .insert(branchNurses)
    .values(nurses.map(({ id, branchId }) => ({ userId: id, branchId: branchId ?? only(branchIds) })))
  await leadTeam(writer, companyId, team)
  return team
}

async function leadTeam(
  { client }: Writer,
  companyId: number,
  { manager, supervisor, owner, relative }: Team,
) {
  await client.query('update companies set manager_id = $2 where id = $1', [companyId, manager])
  await client.query('update users set supervisor_id = $1 where id = any($2)', [
    supervisor,
    [owner, relative],
  ])
}
