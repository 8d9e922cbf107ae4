import { FENCE_RADIUS_M, HOME_FENCE_NAME } from '@carewatch/contracts/fences'
import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import {
  deviceModels,
  devices,
  deviceStatus,
  fences,
  relatives,
  watchSettings,
} from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { limitsOf } from '../physiology/limits.ts'
import { DAY_MS } from '../physiology/local-time.ts'
import { profileOf, type Profile } from '../physiology/profile.ts'
import { between } from '../physiology/random.ts'
import type { Place } from '../physiology/whereabouts.ts'
import { demoBranches, spareWatches, demoWearers, type CompanyKey, type Wearer } from './demo-data.ts'
import type { Company } from './company-rows.ts'
import { imeiOf, seedOf, watchNameOf } from './numbering.ts'
import { known, only } from './only.ts'
import { assignWearer, hasChangedHands, makeOthers } from './person-rows.ts'
import type { Writer } from './writer.ts'

export const MODEL = 'Carewatch One'
const SPARE_MAKE = { deviceModel: MODEL, imsi: '425010000000001', operationMode: 'NORMAL' } as const

/** A watch on somebody's wrist. */
export type WornWatch = {
  id: number
  imei: string
  password: string
  name: string
  seed: number
  /** Since when anybody wears it. */
  wornSince: number
  profile: Profile
  home: Place
  company: CompanyKey
  companyId: number
  branchId: number
}

/** Care home residents share a house; the others live a few streets apart. */
function homeOf(wearer: Wearer, seed: number): Place {
  const { lat, lng } = demoBranches[wearer.branch]
  const spread = wearer.branch === 'jaffa' ? 0.012 : 0.0003
  return { lat: lat + between(-spread, spread, seed, 81), lng: lng + between(-spread, spread, seed, 82) }
}

/** Some came only lately; the first, whom every story happens to, and the one that changed hands have all of the history. */
const wornSinceOf = (place: number, now: number): number =>
  now - between(place === 0 || hasChangedHands(place) ? 60 : 20, 200, seedOf(place), 85) * DAY_MS

type Home = { companies: Record<CompanyKey, Company>; passwordHash: string; now: number }

async function ownerOf(
  { db }: Writer,
  wearer: Wearer,
  { company, passwordHash, place }: Owner,
): Promise<number> {
  if (wearer.ownedBy) return known(company.team, wearer.ownedBy)
  const supervisor = known(company.team, wearer.branch === 'jaffa' ? 'samir' : 'supervisor')
  const tall = wearer.gender === 'male' ? 170 : 158
  const made = await db
    .insert(users)
    .values({
      firstName: wearer.firstName,
      lastName: wearer.lastName,
      userName: `resident${place + 1}`,
      email: `resident${place + 1}@${demoBranches[wearer.branch].company}.test`,
      role: 'OWNER',
      selectedLanguage: wearer.language,
      gender: wearer.gender,
      dob: wearer.born,
      heightCm: Math.round(between(tall - 9, tall + 9, seedOf(place), 83)),
      weightKg: Math.round(between(54, 88, seedOf(place), 84)),
      smoking: false,
      passwordHash,
      supervisorId: supervisor,
      companyId: company.id,
      branchId: known(company.branches, wearer.branch),
    })
    .returning()
  return only(made).id
}
type Owner = { company: Company; passwordHash: string; place: number }

async function makeWornWatch(writer: Writer, place: number, demo: Home): Promise<WornWatch> {
  const wearer = only(demoWearers.slice(place))
  const companyKey = demoBranches[wearer.branch].company
  const company = demo.companies[companyKey]
  const branchId = known(company.branches, wearer.branch)
  const ownerId = await ownerOf(writer, wearer, { company, passwordHash: demo.passwordHash, place })
  const seed = seedOf(place)
  const profile = profileOf(seed)
  const home = homeOf(wearer, seed)
  const { password, hash } = makeCredential()
  const imei = imeiOf(place)
  const wornSince = wornSinceOf(place, demo.now)
  const name = watchNameOf(place)
  const made = await writer.db
    .insert(devices)
    .values({
      ...SPARE_MAKE,
      imei,
      name,
      mobileNumber: `+97254700${String(1_000 + place)}`,
      isSold: true,
      soldAt: new Date(wornSince),
      ownerId,
      agentId: known(company.team, 'manager'),
      companyId: company.id,
      branchId,
      homeLat: home.lat,
      homeLng: home.lng,
      credentialHash: hash,
    })
    .returning()
  const { id } = only(made)
  await writer.db
    .insert(fences)
    .values({ deviceId: id, name: HOME_FENCE_NAME, isHome: true, ...home, radiusM: FENCE_RADIUS_M })
  await writer.db.insert(watchSettings).values({ deviceId: id, ...settingsOf(profile, wearer) })
  await addRelatives(writer, { id, company, wearer, place })
  await assignWearer(writer, { device: only(made), company, wearer, place, now: demo.now })
  return {
    id,
    imei,
    password,
    name,
    seed,
    wornSince,
    profile,
    home,
    company: companyKey,
    companyId: company.id,
    branchId,
  }
}

function settingsOf(profile: Profile, { lastName }: Wearer) {
  return {
    limits: limitsOf(profile),
    stepsTarget: 4_000,
    heartRateIntervalMinutes: 5,
    bloodPressureIntervalMinutes: 30,
    autoTemperature: true,
    sosContacts: [{ name: `Family ${lastName}`, number: '+972541234567' }],
  }
}

type Family = { id: number; company: Company; wearer: Wearer; place: number }

async function addRelatives({ db }: Writer, { id, company, wearer, place }: Family): Promise<void> {
  const phone = `+97252600${String(1_000 + place)}`
  if (wearer.ownedBy)
    await db.insert(relatives).values({
      deviceId: id,
      userId: known(company.team, 'relative'),
      phonebookId: 1,
      name: 'Tamar Levi',
      phone,
      relation: 'daughter',
      email: `relative@${demoBranches[wearer.branch].company}.test`,
      createUserInPortal: true,
      sosPriority: 'HIGH',
    })
  else
    await db.insert(relatives).values({
      deviceId: id,
      phonebookId: 1,
      name: `Family ${wearer.lastName}`,
      phone,
      relation: place % 2 ? 'son' : 'daughter',
      smsAlerts: true,
    })
}

async function makeSpareWatch({ db }: Writer, place: number, company: Company): Promise<void> {
  const made = await db
    .insert(devices)
    .values({
      ...SPARE_MAKE,
      imei: imeiOf(place),
      name: watchNameOf(place),
      companyId: company.id,
      credentialHash: makeCredential().hash,
    })
    .returning()
  const { id } = only(made)
  await db.insert(watchSettings).values({ deviceId: id })
  await db.insert(deviceStatus).values({ deviceId: id, battery: 60 })
}

/** Every watch of the demo: the worn ones in the order of the fleet, then those still in their boxes. */
export async function makeWatches(writer: Writer, demo: Home): Promise<WornWatch[]> {
  await writer.db.insert(deviceModels).values({ name: MODEL, format: 'native' })
  const worn: WornWatch[] = []
  for (const place of demoWearers.keys()) worn.push(await makeWornWatch(writer, place, demo))
  await makeOthers(writer, { companies: demo.companies, worn, now: demo.now })
  for (const [index, key] of spareWatches.entries())
    await makeSpareWatch(writer, demoWearers.length + index, demo.companies[key])
  return worn
}
