import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { demoBeacons, demoBranches, demoGateways, type CompanyKey } from './demo-data.ts'
import type { Company } from './company-rows.ts'
import { beaconsOf } from './renew.ts'
import { known } from './only.ts'
import { beaconMac, gatewayMac } from './numbering.ts'
import type { WornWatch } from './watch-rows.ts'
import type { Writer } from './writer.ts'

export type GatewayCredential = { mac: string; password: string; beacons: string[] }
type Companies = Record<CompanyKey, Company>

export async function makeGateways({ db }: Writer, companies: Companies): Promise<GatewayCredential[]> {
  const made = demoGateways.map((gateway, place) => ({
    ...gateway,
    company: companies[demoBranches[gateway.branch].company],
    mac: gatewayMac(place),
    credential: makeCredential(),
  }))
  await db.insert(gateways).values(
    made.map(({ name, mac, company, branch, room, credential }) => ({
      name,
      mac,
      companyId: company.id,
      branchId: known(company.branches, branch),
      roomId: known(company.rooms, room),
      credentialHash: credential.hash,
    })),
  )
  return made.map(({ mac, credential, branch }) => ({
    mac,
    password: credential.password,
    beacons: beaconsOf(branch),
  }))
}

export async function makeBeacons(
  { db }: Writer,
  companies: Companies,
  worn: readonly WornWatch[],
): Promise<void> {
  await db.insert(beacons).values(
    demoBeacons.map(({ name, branch, room, deviceType, wearer }, place) => {
      const company = companies[demoBranches[branch].company]
      return {
        name,
        deviceType,
        mac: beaconMac(place),
        battery: 95 - place * 3,
        rssi: -58 - place,
        branchId: known(company.branches, branch),
        roomId: known(company.rooms, room),
        deviceId: wearer === undefined ? null : (worn[wearer]?.id ?? null),
        ...(deviceType === 'CLIMATE' && {
          temperatureLow: 18,
          temperatureHigh: 28,
          humidityLow: 30,
          humidityHigh: 65,
        }),
      }
    }),
  )
}
