import { allBranches, type Branch } from '@carewatch/contracts/http/branches'
import { allCompanies } from '@carewatch/contracts/http/companies'
import { allDevices } from '@carewatch/contracts/http/devices'
import type { dutyNow } from '@carewatch/contracts/http/duty'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { listUsers } from '@carewatch/contracts/http/users'
import { allWearers } from '@carewatch/contracts/http/wearers'
import type { Role } from '@carewatch/contracts/roles'
import { atom } from 'jotai'
import { call } from '../../http/call.ts'

export const firstSteps = [
  'company',
  'branch',
  'wearer',
  'device',
  'worn',
  'reading',
  'staff',
  'duty',
] as const
export type FirstStep = (typeof firstSteps)[number]
export type Steps = Record<FirstStep, boolean>
export type FirstRun = {
  steps: Steps
  /** Whom the watch is for, and where somebody is put on duty: of the first of each. */
  wearerUuid: string | undefined
  branch: Pick<Branch, 'uuid' | 'name' | 'timeZone'> | undefined
}
type Duty = Reply<typeof dutyNow>

/** Put away until Carewatch is opened again. */
export const isFirstRunClosedAtom = atom(false)

const PAGE = 25
const one = { size: 1 }

/** Of what belongs to people nothing is asked in an installation that is under way: each look at them is written down. */
async function loadPeople() {
  const [wearers, worn, managers, nurses] = await Promise.all([
    call(allWearers, { query: one }),
    call(allWearers, { query: { ...one, wearing: true } }),
    call(listUsers, { query: { ...one, role: 'MANAGER', filterKey: 'active' } }),
    call(listUsers, { query: { ...one, role: 'SUPERVISOR', filterKey: 'active' } }),
  ])
  return { wearers, worn: worn.total, managers: managers.total, nurses: nurses.total }
}

/** How far an empty installation has come; null once a watch is heard and somebody is told of it, and for everybody but its administrator. */
export async function loadFirstRun(role: Role, onDuty: Promise<Duty>): Promise<FirstRun | null> {
  if (role !== 'ADMIN') return null
  const [companies, branches, devices, { isListKept, unattended }] = await Promise.all([
    call(allCompanies, { query: { size: PAGE } }),
    call(allBranches, { query: { size: PAGE } }),
    call(allDevices, { query: { size: PAGE } }),
    onDuty,
  ])
  const reading = devices.devices.some(({ lastSeenAt }) => lastSeenAt !== null) || devices.total > PAGE
  const isSomebodyNamed =
    companies.companies.some(({ manager }) => manager !== null) ||
    branches.branches.some(({ nurses }) => nurses.length > 0) ||
    (isListKept && unattended.length === 0)
  if (reading && isSomebodyNamed) return null
  const people = await loadPeople()
  const steps = {
    company: companies.total > 0,
    branch: branches.total > 0,
    wearer: people.wearers.total > 0,
    device: devices.total > 0,
    worn: people.worn > 0,
    reading,
    staff: people.managers + people.nurses > 0,
    // Where no manager is named, whoever holds the role is meant.
    duty: isSomebodyNamed || people.managers > 0,
  }
  if (isOver(steps)) return null
  return { steps, wearerUuid: people.wearers.wearers[0]?.uuid, branch: branches.branches[0] }
}

/** A watch is heard, and somebody is told of it. */
export const isOver = (steps: Pick<Steps, 'reading' | 'duty'>): boolean => steps.reading && steps.duty

/** The first that is not done. */
export const nextStep = (steps: Steps): FirstStep | undefined => firstSteps.find((step) => !steps[step])

const asks: Partial<Record<FirstStep, readonly FirstStep[]>> = {
  branch: ['company'],
  wearer: ['branch'],
  device: ['branch'],
  worn: ['wearer', 'device'],
  staff: ['company'],
  duty: ['branch', 'staff'],
}

/** Whether its form can be filled in already. */
export const mayBegin = (steps: Steps, step: FirstStep): boolean =>
  !steps[step] && (asks[step] ?? []).every((before) => steps[before])
