import { allBranches, branchDetails } from '@carewatch/contracts/http/branches'
import { allDevices, type Device } from '@carewatch/contracts/http/devices'
import { call } from '../../http/call.ts'

/** More branches than these are looked at in their own list. */
const MOST_BRANCHES = 6
const MOST_SILENT = 5

/** What stands in each branch. */
export async function loadBranchCounts() {
  const { branches, total } = await call(allBranches, { query: { size: MOST_BRANCHES } })
  const rows = await Promise.all(
    branches.map(async ({ uuid, name }) => {
      const { counts, rooms } = await call(branchDetails, { params: { uuid } })
      return { uuid, name, ...counts, rooms: rooms.length }
    }),
  )
  return { rows, total }
}
export type BranchCounts = Awaited<ReturnType<typeof loadBranchCounts>>

export type Silent = { devices: readonly Device[]; total: number }

/** Whose watch sends nothing. */
export async function loadSilent(): Promise<Silent> {
  const { devices, total } = await call(allDevices, { query: { size: MOST_SILENT, filterKey: 'offline' } })
  return { devices, total }
}
