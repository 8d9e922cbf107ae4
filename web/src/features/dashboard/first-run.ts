import { allBranches } from '@carewatch/contracts/http/branches'
import { allCompanies } from '@carewatch/contracts/http/companies'
import { allDevices } from '@carewatch/contracts/http/devices'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'

export const firstSteps = ['company', 'branch', 'device', 'reading'] as const
export type FirstStep = (typeof firstSteps)[number]
export type FirstRun = Record<FirstStep, boolean>

const query = { size: 1 }

/** How far an empty installation has come; null once it is under way, and for everybody but its administrator. */
export async function loadFirstRun(role: Role): Promise<FirstRun | null> {
  if (role !== 'ADMIN') return null
  const [companies, branches, devices] = await Promise.all([
    call(allCompanies, { query }),
    call(allBranches, { query }),
    call(allDevices, { query: { size: 25 } }),
  ])
  const run = {
    company: companies.total > 0,
    branch: branches.total > 0,
    device: devices.total > 0,
    reading: devices.devices.some(({ lastSeenAt }) => lastSeenAt !== null) || devices.total > 25,
  }
  return isOver(run) ? null : run
}

const isOver = (run: FirstRun): boolean => firstSteps.every((step) => run[step])

/** The first that is not done. */
export const nextStep = (run: FirstRun): FirstStep | undefined => firstSteps.find((step) => !run[step])
