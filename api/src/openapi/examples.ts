import { sample } from 'openapi-sampler'

/** What the sampler writes where a field gives no example of its own. */
const NO_TEXT = 'string'
const NO_INTEGER = Number.MIN_SAFE_INTEGER

/** What it calls the entries of a record; ours go by the address of a beacon. */
const ANY_KEY = 'property1'
const ANOTHER_KEY = 'property2'
const A_MAC = 'ac233f000001'

/** Fields that mean the same in every call, by name. */
const byName: Record<string, string | number> = {
  firstName: 'Miriam',
  lastName: 'Levi',
  userName: 'miriam.levi',
  name: 'Miriam Levi',
  deviceName: 'Miriam’s watch',
  ownerName: 'Miriam Levi',
  assigneeName: 'Nora Nurse',
  createdBy: 'SYSTEM',
  acknowledgedBy: 'Nora Nurse',
  email: 'miriam@example.org',
  imei: '355688120000017',
  deviceIMEI: '355688120000017',
  imsi: '425010000000001',
  deviceModel: 'native',
  contactNumber: '+972501234567',
  mobileNumber: '+972501234567',
  phone: '+972501234567',
  address: '12 HaNassi Blvd, Haifa',
  code: 'GAC',
  title: 'Heart rate is high: 142 bpm',
  label: 'After lunch',
  token: 'eyJhbGciOiJIUzI1NiJ9…',
  password: 'correct horse',
  oldPassword: 'correct horse',
  newPassword: 'battery staple',
  timeZone: 'Asia/Jerusalem',
  lat: 32.794,
  lng: 34.9896,
  value: 72,
  total: 1,
  count: 1,
  id: 1,
  bytes: 20_480,
  room: '201',
  bed: '2',
  nickname: 'Mum',
}

function named(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== ANOTHER_KEY)
        .map(([key, inner]) => [key === ANY_KEY ? A_MAC : key, named(inner, key)]),
    )
  if (value === NO_TEXT && typeof byName[name] === 'string') return byName[name]
  if (value !== NO_INTEGER && value !== -NO_INTEGER) return value
  return typeof byName[name] === 'number' ? byName[name] : 1
}

/** A value that fits the schema and reads like one of ours. */
export const exampleOf = (schema: object, document: object): unknown =>
  named(sample(schema, { skipReadOnly: false, quiet: true }, document), '')
