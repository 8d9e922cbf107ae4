import { relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import { eq, sql } from 'drizzle-orm'
import type { Company } from './company-rows.ts'
import { type CompanyKey, demoWearers } from './demo-data.ts'
import { known, only } from './only.ts'
import type { WornWatch } from './watch-rows.ts'
import type { Writer } from './writer.ts'

type Parts = {
  companies: Record<CompanyKey, Company>
  worn: readonly WornWatch[]
  passwordHash: string
}

/** In place of an address and a name, for what signs in by another row. */
const nowhere = (name: string, key: string) => {
  const placeholder = `${name}.${key}@linked.invalid`
  return { userName: placeholder, email: placeholder }
}

/** The row by which somebody signs in to both companies; the address is the one they have in the first. */
async function signInTogether({ db }: Writer, name: string, ids: readonly number[]): Promise<void> {
  const first = only(
    await db
      .select()
      .from(users)
      .where(eq(users.id, only(ids))),
  )
  const { firstName, lastName, email, passwordHash, selectedLanguage } = first
  const signsIn = { firstName, lastName, passwordHash, selectedLanguage, role: 'USER' as const }
  const [made] = await db
    .insert(users)
    .values({ ...signsIn, ...nowhere(name, 'identity') })
    .returning({ id: users.id })
  const identityId = made?.id ?? 0
  for (const [index, id] of ids.entries()) {
    const { userName, email: address } = nowhere(name, String(index))
    await db
      .update(users)
      .set({ ...(index > 0 && { userName }), email: address, passwordHash: null, identityId })
      .where(eq(users.id, id))
  }
  await db.update(users).set({ email, identityId }).where(eq(users.id, identityId))
}

const DANA = { firstName: 'Dana', lastName: 'Lewis', relation: 'daughter' }
/** Her mother lives in the one house, her father in the other. */
const PARENTS: readonly (readonly [CompanyKey, string])[] = [
  ['demo', 'Lewis'],
  ['other', 'Novak'],
]

/** Whose person in the phonebook of their watch is this daughter, in either house. */
async function makeDaughter(writer: Writer, { companies, worn, passwordHash }: Parts): Promise<void> {
  const { db } = writer
  const ids: number[] = []
  for (const [key, parent] of PARENTS) {
    const { firstName, lastName, relation } = DANA
    const email = `dana@${key}.test`
    const row = {
      firstName,
      lastName,
      userName: `dana.${key}`,
      email,
      role: 'RELATIVE' as const,
      passwordHash,
    }
    const made = await db
      .insert(users)
      .values({ ...row, companyId: companies[key].id })
      .returning({ id: users.id })
    const userId = only(made).id
    ids.push(userId)
    const { id: deviceId } = only(worn.slice(demoWearers.findIndex((wearer) => wearer.lastName === parent)))
    await db
      .update(relatives)
      .set({
        userId,
        name: `${firstName} ${lastName}`,
        relation,
        createUserInPortal: true,
        sosPriority: 'HIGH',
      })
      .where(eq(relatives.deviceId, deviceId))
    await db.insert(wearerRelations).values({
      wearerId: sql`present_wearer(${deviceId})`,
      userId,
      kind: 'RELATIVE',
    })
  }
  await signInTogether(writer, 'dana', ids)
}

/** Who works with both companies: a daughter with parents in two houses, and a nurse who has shifts in two. */
export async function uniteAcross(writer: Writer, parts: Parts): Promise<void> {
  const { demo, other } = parts.companies
  await makeDaughter(writer, parts)
  await signInTogether(writer, 'olga', [known(demo.team, 'olga'), known(other.team, 'olga')])
}
