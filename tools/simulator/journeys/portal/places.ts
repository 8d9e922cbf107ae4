import type { Role } from '@carewatch/contracts/roles'
import { z } from 'zod'
import { mayOpen, type ScreenName, screens } from '../../../../web/src/shell/navigation.ts'
import { signIn } from '../person.ts'
import type { Portal } from './portal.ts'

const Row = z.object({ uuid: z.string() })
const Owned = z.object({ devices: z.tuple([Row.extend({ branch: Row, company: Row })]) })
const Alarms = z.object({ alarms: z.tuple([Row], Row) })
const Wearers = z.object({ wearers: z.tuple([Row]) })

// Safe: the keys of the object itself.
export const screenNames = Object.keys(screens) as ScreenName[]

/** One account of each kind in the demo. */
export const people = [
  ['ADMIN', 'admin@demo.test'],
  ['MANAGER', 'manager@demo.test'],
  ['SUPERVISOR', 'supervisor@demo.test'],
  ['OWNER', 'owner@demo.test'],
  ['RELATIVE', 'relative@demo.test'],
  ['USER', 'user@demo.test'],
  ['MONITOR', 'monitor@demo.test'],
  ['BRANCH_MONITOR', 'branchmonitor@demo.test'],
  ['COMPANY_MONITOR', 'companymonitor@demo.test'],
] as const satisfies readonly (readonly [Role, string])[]

/** The rows that screens with a uuid in their address are opened for: of the owner's watches the one that everybody of the company sees. */
export async function rowsOf({ product }: Portal) {
  const owner = await signIn(product, 'owner@demo.test')
  const { context } = await owner.get('/devices/owned?search=Watch%2001')
  const device = Owned.parse(context).devices[0]
  const { context: people } = await owner.get('/wearers/all?search=Miriam')
  const { context: found } = await owner.get(`/alarms?device=${device.uuid}`)
  const [alarm] = Alarms.parse(found).alarms
  return { ...device, wearer: Wearers.parse(people).wearers[0], alarm }
}

export type Rows = Awaited<ReturnType<typeof rowsOf>>

/** Where a screen is, for the rows of the demo. */
export function pathOf(name: ScreenName, { uuid, branch, company, wearer, alarm }: Rows): string {
  const subject: Partial<Record<ScreenName, string>> = {
    device: uuid,
    wearer: wearer.uuid,
    company: company.uuid,
    branch: branch.uuid,
    incidentFile: alarm.uuid,
    profile: 'currentUser',
  }
  return screens[name].to.replace('$uuid', subject[name] ?? '').replace('/{-$filterKey}', '')
}

export const opensFor = (role: Role): ScreenName[] => screenNames.filter((name) => mayOpen(name, role))
export const closedFor = (role: Role): ScreenName[] => screenNames.filter((name) => !mayOpen(name, role))

/** What needs no sign-in. */
export const openPaths = [
  '/',
  '/auth/login',
  '/auth/register',
  '/auth/forgotPassword',
  '/auth/resetPassword',
  '/auth/invitation',
  '/auth/newEmail',
  '/errors/error-401',
  '/errors/error-404',
  '/errors/error-500',
  '/all-products',
  '/articles',
  '/ndr/onboard/device',
] as const
