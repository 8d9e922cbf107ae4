import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, alarms, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import {
  bookmarks,
  deviceCommands,
  devices,
  fences,
  relatives,
  watchSettings,
  watchSettingsHistory,
} from '@carewatch/migrations/schema/devices'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { deviceClaims } from '@carewatch/migrations/schema/proof'
import { beacons, gateways, roomCheckLogs, rooms } from '@carewatch/migrations/schema/rooms'
import {
  assignments,
  keptRelatives,
  wearerCare,
  wearerKept,
  wearers,
} from '@carewatch/migrations/schema/wearers'
import { deliveries } from '@carewatch/migrations/schema/alarms'
import { and, arrayContains, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { fullName } from '../../access/viewer.ts'
import type { Person } from '../find-user.ts'
import { GONE } from '../../papers/gone.ts'

/** A name of one letter would take that letter out of everything. */
const SHORTEST_NAME = 2
/** A local number without its country code. */
const LOCAL_DIGITS = 9

/** Wherever people write what they like. */
const texts: readonly AnyPgColumn[] = [
  deviceClaims.name,
  deviceClaims.mobileNumber,
  tasks.title,
  tasks.outcome,
  tasks.reason,
  taskHistory.change,
  alarmHistory.note,
  deliveries.reason,
  bookmarks.label,
  devices.name,
  fences.name,
  relatives.name,
  relatives.phone,
  relatives.email,
  keptRelatives.name,
  keptRelatives.phone,
  keptRelatives.email,
  wearerKept.fences,
  watchSettings.reported,
  watchSettingsHistory.change,
  deviceCommands.payload,
  onboardingRequests.shipping,
  onboardingRequests.owner,
  onboardingRequests.contactPerson,
  onboardingRequests.contacts,
  onboardingRequests.reason,
  wearers.firstName,
  wearers.awayReason,
  wearerCare.conditions,
  wearerCare.allergies,
  wearerCare.medicines,
  wearerCare.mobility,
  wearerCare.hearingAndSight,
  wearerCare.howToGetIn,
  wearerCare.notes,
  rooms.name,
  rooms.status,
  gateways.name,
  beacons.name,
  roomCheckLogs.note,
  roomCheckLogs.status,
]

const aboutDevices = (ids: readonly number[]): SQL => sql`any(${`{${ids.join()}}`}::int[])`

/** Where a first or a last name alone means this person: what is written of their watches. */
const closeTexts = (ids: readonly number[]): [AnyPgColumn, SQL][] => {
  const theirs = aboutDevices(ids)
  const ofAlarm = sql`${alarmHistory.alarmId} in (select ${alarms.id} from ${alarms} where ${alarms.deviceId} = ${theirs})`
  const ofTask = sql`${taskHistory.taskId} in (select ${tasks.id} from ${tasks} where ${tasks.deviceId} = ${theirs})`
  const ofFile = sql`${incidentFiles.alarmId} in (select ${alarms.id} from ${alarms} where ${alarms.deviceId} = ${theirs})`
  return [
    [tasks.title, sql`${tasks.deviceId} = ${theirs}`],
    [tasks.outcome, sql`${tasks.deviceId} = ${theirs}`],
    [tasks.reason, sql`${tasks.deviceId} = ${theirs}`],
    [taskHistory.change, ofTask],
    [alarmHistory.note, ofAlarm],
    [incidentFiles.content, ofFile],
    [bookmarks.label, sql`${bookmarks.deviceId} = ${theirs}`],
    [beacons.name, sql`${beacons.deviceId} = ${theirs}`],
    [devices.name, sql`${devices.id} = ${theirs}`],
  ]
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
/** The database may know capitals and ends of words in English only: other scripts are looked for as they are, in both cases. */
function asWords(name: string): string {
  const cases = [...new Set([name, name.toLowerCase(), name.toUpperCase()])].map(literally).join('|')
  const start = /^\w/.test(name) ? String.raw`\m` : ''
  const end = /\w$/.test(name) ? String.raw`\M` : ''
  return `${start}(?:${cases})${end}`
}

/** Their number as it may have been written, with anything but digits between its digits. */
function numbersOf(contactNumber: string | null): string[] {
  if (contactNumber === null) return []
  const digits = contactNumber.replaceAll(/\D/g, '')
  const alone = (text: string) => `(?<![0-9])${text.split('').join('[^0-9]{0,2}')}(?![0-9])`
  return [digits, digits.slice(-LOCAL_DIGITS), `0${digits.slice(-LOCAL_DIGITS)}`].map(alone)
}

/** No word that also means something else. */
const isDistinct = (name: string): boolean => /[\d@._-]/.test(name)

/** What was issued, and when it says that it is no longer as it was. */
const issued = [incidentFiles, branchPapers] as const

/** What is known of somebody that may have been written down; of who has no account, their names alone. */
type Known = Pick<Person, 'firstName' | 'lastName' | 'companyId'> &
  Partial<Pick<Person, 'userName' | 'email' | 'telegramUserName' | 'contactNumber'>>

/** What nobody else is called. */
function certain({
  firstName,
  lastName,
  userName = '',
  email = '',
  telegramUserName = null,
  contactNumber = null,
}: Known): string[] {
  const full = lastName ? [`${firstName} ${lastName}`, `${lastName} ${firstName}`] : []
  const handles = [userName, telegramUserName ?? ''].filter(isDistinct)
  const words = [...full, email, ...handles].filter((word) => word !== '')
  return [...words.map(asWords), ...numbersOf(contactNumber)]
}

const named = ({ firstName, lastName, userName = '' }: Known): string[] =>
  `${firstName} ${lastName} ${userName}`
    .split(/[^\p{L}\p{M}'’-]+/u)
    .filter((name) => name.length >= SHORTEST_NAME)
    .map(asWords)

type Scrub = { column: AnyPgColumn; pattern: string; where?: SQL }

async function scrub(tx: Db, { column, pattern, where = sql`true` }: Scrub): Promise<void> {
  const isJson = column.getSQLType() === 'jsonb'
  const name = sql.identifier(column.name)
  // In JSON's text a quotation mark stands with a backslash before it.
  const file = issued.find(({ content }) => content === column)
  const isFile = file !== undefined
  const within = isJson || isFile ? pattern.replaceAll('"', String.raw`\\"`) : pattern
  const replaced = sql`regexp_replace(${column}::text, ${within}, ${GONE}, 'gi')`
  // What is issued says that it is no longer as it was.
  const marked = file ? sql`, ${sql.identifier(file.redactedAt.name)} = now()` : sql``
  // unscoped: whoever is erased is erased from what everybody wrote
  await tx.execute(sql`update ${column.table} set ${name} = ${isJson ? sql`${replaced}::jsonb` : replaced}${marked}
    where ${column}::text ~* ${within} and ${where}`)
}

/** Takes a person out of everything that was written: their full name, address and number everywhere, either name where their watches are meant. */
export async function eraseFromTexts(tx: Db, person: Known, deviceIds: readonly number[]): Promise<void> {
  const everywhere = certain(person).join('|')
  if (everywhere !== '') for (const column of texts) await scrub(tx, { column, pattern: everywhere })
  // Of issued files, which a namesake would spoil, those of their house: somebody may have written of them.
  const ofHouse = sql`${incidentFiles.companyId} = ${person.companyId}`
  if (everywhere !== '')
    await scrub(tx, { column: incidentFiles.content, pattern: everywhere, where: ofHouse })
  // Of the papers of a branch, of which there are thousands, those that name who wore their watches.
  const where = sql`${branchPapers.wearerIds} && array(select ${assignments.wearerId} from ${assignments}
    where ${assignments.deviceId} = ${aboutDevices(deviceIds)})`
  if (everywhere !== '') await scrub(tx, { column: branchPapers.content, pattern: everywhere, where })
  const close = named(person).join('|')
  if (close === '') return
  for (const [column, where] of closeTexts(deviceIds)) await scrub(tx, { column, pattern: close, where })
}

/** The same of somebody who works for another company too: in what is written of the watches that were theirs here, and nowhere else. */
export async function eraseFromTextsAbout(
  tx: Db,
  person: Known,
  deviceIds: readonly number[],
): Promise<void> {
  const pattern = [...certain(person), ...named(person)].join('|')
  if (pattern === '') return
  for (const [column, where] of closeTexts(deviceIds)) await scrub(tx, { column, pattern, where })
}

/** And out of the issued files in which they stand by their account. */
export async function eraseFromFiles(tx: Db, person: Known & Pick<Person, 'id'>): Promise<void> {
  const pattern = [...certain(person), ...named(person)].join('|')
  const where = arrayContains(incidentFiles.userIds, [person.id])
  if (pattern !== '') await scrub(tx, { column: incidentFiles.content, pattern, where })
  await eraseFromPapers(tx, person)
}

/** Of the papers of a branch, which name many, their whole name, also as they were called then: a first or a last name alone is others' too, but where nothing else stands. */
async function eraseFromPapers(tx: Db, person: Known & Pick<Person, 'id'>): Promise<void> {
  const where = arrayContains(branchPapers.userIds, [person.id])
  const { userIds, userNames, content } = branchPapers
  const printed = sql<string>`${userNames}[array_position(${userIds}, ${person.id}::int)]`
  // unscoped: whoever is erased is erased from every paper in which they stand by their account
  const rows = await tx.selectDistinct({ name: printed }).from(branchPapers).where(where)
  const names = [fullName(person), ...rows.map(({ name }) => name)].filter((name) => name)
  for (const written of names.map((name) => JSON.stringify(name)))
    // unscoped: from every paper in which they stand by their account
    await tx
      .update(branchPapers)
      .set({
        content: sql`replace(${content}, ${written}, ${JSON.stringify(GONE)})`,
        redactedAt: sql`now()`,
      })
      .where(and(where, sql`position(${written} in ${content}) > 0`))
  const whole = names.filter((name) => name.includes(' ')).map(asWords)
  const pattern = [...certain(person), ...whole].join('|')
  if (pattern !== '') await scrub(tx, { column: content, pattern, where })
  const forgotten = sql`array(select case when id = ${person.id} then ${GONE} else name end
    from unnest(${userIds}, ${userNames}) with ordinality as one(id, name, nth) order by nth)`
  // unscoped: from every paper in which they stand by their account
  await tx.update(branchPapers).set({ userNames: forgotten }).where(where)
}
