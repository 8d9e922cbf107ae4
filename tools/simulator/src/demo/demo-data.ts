import type { Role, UserType } from '@carewatch/contracts/roles'
import type { BeaconType } from '@carewatch/contracts/rooms'
import type { Language } from '@carewatch/contracts/languages'
import { tagNameOf } from './numbering.ts'

/** Who plays in the demo: the two companies, their people, and who wears which watch. */
export type CompanyKey = 'demo' | 'other'
export type BranchKey = 'carmel' | 'jaffa' | 'galilee'

export const demoCompanies: Record<CompanyKey, { name: string; code: string; address: string }> = {
  demo: { name: 'Golden Age Care', code: 'GAC', address: '12 HaNassi Blvd, Haifa' },
  other: { name: 'North Star Living', code: 'NSL', address: '4 HaGalil St, Safed' },
}

type BranchRole = {
  company: CompanyKey
  name: string
  code: string
  lat: number
  lng: number
  rooms: string[]
}

export const demoBranches: Record<BranchKey, BranchRole> = {
  carmel: {
    company: 'demo',
    name: 'Carmel House',
    code: 'CARMEL',
    lat: 32.8006,
    lng: 34.9857,
    rooms: ['Room 101', 'Room 102', 'Room 103', 'Dining room', 'Garden door'],
  },
  jaffa: {
    company: 'demo',
    name: 'Jaffa Homes',
    code: 'JAFFA',
    lat: 32.0467,
    lng: 34.7602,
    rooms: ['Day room'],
  },
  galilee: {
    company: 'other',
    name: 'Galilee House',
    code: 'GALILEE',
    lat: 32.9646,
    lng: 35.496,
    rooms: ['Room 1', 'Lounge'],
  },
}

export type Account = {
  /** What stands before the @. */
  name: string
  role: Role
  userType?: UserType
  firstName: string
  lastName: string
  language?: Language
}

/** One account a role; each company has this set. */
export const demoAccounts: readonly Account[] = [
  { name: 'admin', role: 'ADMIN', firstName: 'Ada', lastName: 'Stern' },
  { name: 'manager', role: 'MANAGER', firstName: 'Maya', lastName: 'Golan' },
  { name: 'supervisor', role: 'SUPERVISOR', firstName: 'Noa', lastName: 'Ben-David' },
  { name: 'owner', role: 'OWNER', firstName: 'Daniel', lastName: 'Levi' },
  { name: 'relative', role: 'RELATIVE', firstName: 'Tamar', lastName: 'Levi' },
  { name: 'user', role: 'USER', firstName: 'Uri', lastName: 'Katz' },
  { name: 'monitor', role: 'MONITOR', firstName: 'Michael', lastName: 'Orlov' },
  { name: 'branchmonitor', role: 'BRANCH_MONITOR', firstName: 'Boris', lastName: 'Weiss' },
  { name: 'companymonitor', role: 'COMPANY_MONITOR', firstName: 'Carmel', lastName: 'Haddad' },
  {
    name: 'gatewaynurse',
    role: 'SUPERVISOR',
    userType: 'GATEWAY',
    firstName: 'Galit',
    lastName: 'Mizrahi',
  },
  { name: 'olga', role: 'SUPERVISOR', firstName: 'Olga', lastName: 'Ivanova', language: 'ru' },
  { name: 'samir', role: 'SUPERVISOR', firstName: 'Samir', lastName: 'Khoury', language: 'ar' },
]

export type Wearer = {
  branch: BranchKey
  firstName: string
  lastName: string
  gender: 'male' | 'female'
  born: string
  language: Language
  /** Worn by somebody whose child has the account. */
  ownedBy?: 'owner'
  /** What their family calls them. */
  nickname?: string
  /** Where they live in the house; who lives at home has none. */
  room?: string
  bed?: string
  /** Why they are away for some days. */
  awayFor?: string
}

const wearer = (
  branch: BranchKey,
  name: [string, string],
  rest: Omit<Wearer, 'branch' | 'firstName' | 'lastName'>,
) => ({
  branch,
  firstName: name[0],
  lastName: name[1],
  ...rest,
})

/** In the order of the fleet: the first is the one the scenarios happen to. */
export const demoWearers: readonly Wearer[] = [
  wearer('carmel', ['Miriam', 'Levi'], {
    room: 'Room 101',
    bed: '1',
    gender: 'female',
    born: '1944-03-11',
    language: 'en',
    ownedBy: 'owner',
    nickname: 'Mum',
  }),
  wearer('carmel', ['רבקה', 'כהן'], {
    room: 'Room 101',
    bed: '2',
    gender: 'female',
    born: '1938-07-02',
    language: 'iw',
  }),
  wearer('carmel', ['Иван', 'Петров'], {
    room: 'Room 102',
    bed: '1',
    gender: 'male',
    born: '1941-11-23',
    language: 'ru',
  }),
  wearer('carmel', ['Margaret', 'Lewis'], {
    room: 'Room 102',
    bed: '2',
    gender: 'female',
    born: '1936-01-30',
    language: 'en',
  }),
  wearer('carmel', ['יוסף', 'אזולאי'], {
    room: 'Room 102',
    bed: '3',
    gender: 'male',
    born: '1947-05-19',
    language: 'iw',
  }),
  wearer('carmel', ['Людмила', 'Соколова'], {
    room: 'Room 103',
    bed: '1',
    gender: 'female',
    born: '1943-09-08',
    language: 'ru',
  }),
  wearer('carmel', ['فاطمة', 'حداد'], {
    room: 'Room 103',
    bed: '2',
    gender: 'female',
    born: '1945-12-14',
    language: 'ar',
  }),
  wearer('carmel', ['Avraham', 'Mizrahi'], {
    room: 'Room 103',
    bed: '3',
    awayFor: 'Hospital',
    gender: 'male',
    born: '1935-06-27',
    language: 'en',
  }),
  wearer('carmel', ['שושנה', 'פרידמן'], {
    room: 'Room 101',
    bed: '3',
    gender: 'female',
    born: '1940-02-05',
    language: 'iw',
  }),
  wearer('carmel', ['Генрих', 'Розенберг'], {
    room: 'Room 102',
    bed: '4',
    gender: 'male',
    born: '1937-10-16',
    language: 'ru',
  }),
  wearer('jaffa', ['خليل', 'منصور'], { gender: 'male', born: '1946-08-21', language: 'ar' }),
  wearer('jaffa', ['אסתר', 'ביטון'], { gender: 'female', born: '1942-04-03', language: 'iw' }),
  wearer('jaffa', ['George', 'Khoury'], { gender: 'male', born: '1948-01-12', language: 'en' }),
  wearer('jaffa', ['Вера', 'Кузнецова'], { gender: 'female', born: '1939-05-25', language: 'ru' }),
  wearer('jaffa', ['Sarah', 'Goldstein'], { gender: 'female', born: '1950-12-01', language: 'en' }),
  wearer('galilee', ['משה', 'לוי'], {
    room: 'Room 1',
    bed: '1',
    gender: 'male',
    born: '1944-09-17',
    language: 'iw',
    ownedBy: 'owner',
  }),
  wearer('galilee', ['نادية', 'سليمان'], {
    room: 'Room 1',
    bed: '2',
    gender: 'female',
    born: '1941-03-29',
    language: 'ar',
  }),
  wearer('galilee', ['Peter', 'Novak'], {
    room: 'Room 1',
    bed: '3',
    gender: 'male',
    born: '1938-11-07',
    language: 'en',
  }),
]

/** Who wears no watch, and who had one that another wears now: its place in the fleet is given. */
export const otherWearers: readonly (Wearer & { hadWatch?: number })[] = [
  wearer('carmel', ['Golda', 'Shapiro'], {
    gender: 'female',
    born: '1934-04-14',
    language: 'en',
    room: 'Room 103',
    bed: '4',
  }),
  {
    ...wearer('carmel', ['Henry', 'Adler'], { gender: 'male', born: '1933-09-09', language: 'en' }),
    hadWatch: 5,
  },
]

/** In their boxes: nobody wears them yet. */
export const spareWatches: readonly CompanyKey[] = ['demo', 'other']

type GatewayRole = { branch: BranchKey; room: string; name: string }

export const demoGateways: readonly GatewayRole[] = [
  { branch: 'carmel', room: 'Room 101', name: 'Gateway 101' },
  { branch: 'carmel', room: 'Room 102', name: 'Gateway 102' },
  { branch: 'carmel', room: 'Dining room', name: 'Gateway dining' },
  { branch: 'carmel', room: 'Garden door', name: 'Gateway garden' },
  { branch: 'jaffa', room: 'Day room', name: 'Gateway day room' },
  { branch: 'galilee', room: 'Lounge', name: 'Gateway lounge' },
]

type BeaconRole = { branch: BranchKey; room: string; name: string; deviceType: BeaconType; wearer?: number }

const tag = (branch: BranchKey, room: string, index: number): BeaconRole => ({
  branch,
  room,
  name: tagNameOf(index),
  deviceType: 'TAG',
  wearer: index,
})

export const demoBeacons: readonly BeaconRole[] = [
  tag('carmel', 'Room 101', 0),
  tag('carmel', 'Room 101', 1),
  tag('carmel', 'Room 102', 2),
  tag('carmel', 'Room 102', 3),
  tag('carmel', 'Room 102', 4),
  { branch: 'carmel', room: 'Garden door', name: 'Garden door', deviceType: 'DOOR' },
  { branch: 'carmel', room: 'Room 101', name: 'Climate 101', deviceType: 'CLIMATE' },
  { branch: 'carmel', room: 'Room 102', name: 'Climate 102', deviceType: 'CLIMATE' },
  { branch: 'carmel', room: 'Dining room', name: 'Kitchen water', deviceType: 'WATER' },
  { branch: 'jaffa', room: 'Day room', name: 'Day room motion', deviceType: 'MOTION' },
  tag('galilee', 'Lounge', 15),
  { branch: 'galilee', room: 'Room 1', name: 'Room 1 door', deviceType: 'DOOR' },
]
