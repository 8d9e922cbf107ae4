import { devices } from '@carewatch/migrations/schema/devices'
import { uploads } from '@carewatch/migrations/schema/people'
import { assignments, wearerCare, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { eq, sql } from 'drizzle-orm'
import { DAY_MS } from '../physiology/local-time.ts'
import { demoBranches, type CompanyKey, otherWearers, demoWearers, type Wearer } from './demo-data.ts'
import type { Company } from './company-rows.ts'
import { seedOf } from './numbering.ts'
import { known, only } from './only.ts'
import { portraitOf } from './portrait.ts'
import type { Writer } from './writer.ts'

type Person = { company: Company; wearer: Wearer; place: number; now: number }

const conditions = [
  'High blood pressure',
  'Type 2 diabetes',
  'Heart failure',
  'Parkinson’s disease',
  'Mild dementia',
]
const allergies = ['Penicillin', '', 'Nuts', '', 'Sulfa drugs', '']
const medicines = [
  'Ramipril 5 mg, mornings',
  'Metformin 500 mg, morning and evening',
  'Furosemide 40 mg, mornings; Bisoprolol 2.5 mg, mornings',
  'Levodopa 100 mg, at 8, 12, 16 and 20',
]
const mobility = ['Walks with a stick', 'Walks alone', 'Uses a walking frame', 'Needs a wheelchair outdoors']
const senses = [
  'Hearing aid on the left',
  'Reading glasses',
  '',
  'Hard of hearing: speak slowly, from the front',
]
const risks = ['LOW', 'MEDIUM', 'HIGH'] as const

/** The next of a few each time, so that neighbours differ. */
const turn = <Value>(values: readonly Value[], place: number): Value =>
  only(values.slice(place % values.length))

const careOf = ({ branch, room }: Wearer, place: number) => ({
  conditions: turn(conditions, place),
  allergies: turn(allergies, place),
  medicines: turn(medicines, place),
  mobility: turn(mobility, place),
  hearingAndSight: turn(senses, place),
  fallRisk: turn(risks, place),
  doNotResuscitate: place === 3 ? true : place % 4 === 1 ? null : false,
  howToGetIn: room ? '' : branch === 'jaffa' ? 'Ground floor; the neighbour opposite has a key' : '',
  healthOrganisation: turn(['Clalit', 'Maccabi', 'Meuhedet', 'Leumit'], place),
})

/** A person under care with a drawn face, a room and bed where they have one, and what has to be known of them. */
async function makePerson({ db }: Writer, { company, wearer, place, now }: Person, userId: number | null) {
  const { firstName, lastName, gender: sex, born: dob, language, branch, room, bed, awayFor } = wearer
  const away = awayFor && {
    status: 'AWAY' as const,
    awayReason: awayFor,
    awayUntil: new Date(now + 3 * DAY_MS),
  }
  const made = await db
    .insert(wearers)
    .values({
      firstName,
      lastName,
      sex,
      dob,
      language,
      userId,
      companyId: company.id,
      branchId: known(company.branches, branch),
      ...(room && { roomId: known(company.rooms, room), bed }),
      ...away,
    })
    .returning()
  const person = only(made)
  const content = portraitOf(wearer.gender, seedOf(place))
  const photo = await db
    .insert(uploads)
    .values({
      userId: known(company.team, 'supervisor'),
      kind: 'WEARER',
      wearerUuid: person.uuid,
      fileName: 'portrait.png',
      mediaType: 'image/png',
      bytes: content.length,
      content,
      completedAt: new Date(now),
    })
    .returning({ uuid: uploads.uuid })
  const imageUrl = `/api/upload/${only(photo).uuid}`
  await db.update(wearers).set({ imageUrl }).where(eq(wearers.id, person.id))
  await db.insert(wearerCare).values({ wearerId: person.id, ...careOf(wearer, place) })
  return person
}

type Worn = Person & { device: typeof devices.$inferSelect }

/** Whether somebody else wore it until a month ago. */
export const hasChangedHands = (place: number): boolean =>
  otherWearers.some(({ hadWatch }) => hadWatch === place)
const HANDED_OVER_DAYS = 30

/** The watch is on this person's wrist since it was sold, or handed over; who owns their watch themselves has that account. */
export async function assignWearer(writer: Writer, { device, ...person }: Worn): Promise<void> {
  const { db } = writer
  const { company, wearer, place, now } = person
  const { ownerId, soldAt, createdAt } = device
  const startedAt = hasChangedHands(place) ? new Date(now - HANDED_OVER_DAYS * DAY_MS) : (soldAt ?? createdAt)
  const { id: wearerId } = await makePerson(writer, person, wearer.ownedBy ? null : ownerId)
  await db.insert(assignments).values({ wearerId, deviceId: device.id, startedAt })
  const { nickname } = wearer
  if (ownerId !== null)
    await db.insert(wearerRelations).values({ wearerId, userId: ownerId, kind: 'OWNER', nickname })
  if (wearer.ownedBy)
    await db
      .insert(wearerRelations)
      .values({ wearerId, userId: known(company.team, 'relative'), kind: 'RELATIVE', nickname })
}

type Others = { companies: Record<CompanyKey, Company>; worn: readonly { id: number }[]; now: number }

/** Who wears no watch, and who moved out and handed theirs over. */
export async function makeOthers(writer: Writer, { companies, worn, now }: Others): Promise<void> {
  const { db } = writer
  for (const [index, { hadWatch, ...wearer }] of otherWearers.entries()) {
    const company = companies[demoBranches[wearer.branch].company]
    const place = demoWearers.length + index
    const { id: wearerId } = await makePerson(writer, { company, wearer, place, now }, null)
    if (hadWatch === undefined) continue
    const { id: deviceId } = only(worn.slice(hadWatch))
    await db.update(wearers).set({ status: 'LEFT' }).where(eq(wearers.id, wearerId))
    await db.insert(assignments).values({
      wearerId,
      deviceId,
      startedAt: sql`(select ${devices.soldAt} from ${devices} where ${devices.id} = ${deviceId})`,
      endedAt: new Date(now - HANDED_OVER_DAYS * DAY_MS),
      end: 'HANDED_OVER',
      endedById: known(company.team, 'manager'),
    })
  }
}
