import { allEntities } from '@carewatch/contracts/http/gateways-and-beacons'
import { allRooms } from '@carewatch/contracts/http/rooms'
import { allBranches } from '@carewatch/contracts/http/branches'
import { allCompanies } from '@carewatch/contracts/http/companies'
import { allDevices } from '@carewatch/contracts/http/devices'
import { allModels } from '@carewatch/contracts/http/models'
import { listUsers } from '@carewatch/contracts/http/users'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import type { Option } from '../form/fields.ts'

const SIZE = 20
const place = (typed: string) => ({ size: SIZE, ...(typed.trim() && { search: typed.trim() }) })

type Named = { uuid: string; name: string }

/** The choice that a field starts with. */
export const known = (row: Named | null | undefined): Option | undefined =>
  row ? { value: row.uuid, label: row.name } : undefined

export async function findCompanies(typed: string): Promise<Option[]> {
  const { companies } = await call(allCompanies, { query: place(typed) })
  return companies.map(({ uuid, name }) => ({ value: uuid, label: name }))
}

export async function findBranches(typed: string): Promise<Option[]> {
  const { branches } = await call(allBranches, { query: place(typed) })
  return branches.map(({ uuid, name, company }) => ({ value: uuid, label: `${name} · ${company.name}` }))
}

export const findPeople =
  (...wanted: readonly Role[]) =>
  async (typed: string): Promise<Option[]> => {
    const asked = wanted.length > 0 ? wanted : [undefined]
    const answers = await Promise.all(
      asked.map((role) => call(listUsers, { query: { ...place(typed), filterKey: 'active', role } })),
    )
    return answers
      .flatMap(({ users }) => users)
      .map(({ uuid, firstName, lastName, email, userName }) => ({
        value: uuid,
        label: `${firstName} ${lastName} · ${email ?? userName}`,
      }))
  }

export async function findDevices(typed: string): Promise<Option[]> {
  const { devices } = await call(allDevices, { query: place(typed) })
  return devices.map(({ uuid, name, imei }) => ({ value: uuid, label: `${name} · ${imei}` }))
}

/** Rooms, of one branch where it is known already. */
export const findRooms =
  (branchUuid?: string | null) =>
  async (typed: string): Promise<Option[]> => {
    const { rooms } = await call(allRooms, {
      query: { ...place(typed), ...(branchUuid && { branchUuid }) },
    })
    return rooms.map(({ uuid, name, branch }) => ({
      value: uuid,
      label: branchUuid ? name : `${name} · ${branch.name}`,
    }))
  }

/** Gateways, chosen by their MAC address. */
export async function findGateways(typed: string): Promise<Option[]> {
  const { gateways } = await call(allEntities, { query: { ...place(typed), entityType: 'GATEWAY' } })
  return gateways.map(({ name, macAddress }) => ({ value: macAddress, label: name }))
}

const findModelsOf =
  (kind: 'DEVICE' | 'GATEWAY') =>
  async (typed: string): Promise<Option[]> => {
    const { models } = await call(allModels, { query: { ...place(typed), size: 50, kind } })
    return models.map(({ name }) => ({ value: name, label: name }))
  }

/** The models that can be registered, by name. */
export const findModels = findModelsOf('DEVICE')
export const findGatewayModels = findModelsOf('GATEWAY')
