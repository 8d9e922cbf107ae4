import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Imei, Mac } from '@carewatch/contracts/wire'
import { z } from 'zod'

const identity = {
  mac: Mac,
  password: z.string().min(1),
  /** `minew-gateway-json`, or absent: our own. */
  format: z.string().optional(),
}

/** A gateway and the beacons that it receives. The file keeps these under a former name: a demo of the version before has it so. */
const Gateway = z.codec(
  z.object({ ...identity, hears: z.array(Mac).default([]) }),
  z.object({ ...identity, beacons: z.array(Mac) }),
  {
    decode: ({ hears: beacons, ...gateway }) => ({ ...gateway, beacons }),
    encode: ({ beacons: hears, ...gateway }) => ({ ...gateway, hears }),
  },
)

/** What the fleet must know of its devices: who they are, and whose body they measure. */
export const Credentials = z.object({
  watches: z.array(
    z.object({
      imei: Imei,
      password: z.string().min(1),
      seed: z.int(),
      name: z.string(),
      /** The format of its messages: a protocol over a plain socket, or `owntracks`; absent: our own. */
      format: z.string().optional(),
      home: z.object({ lat: z.number(), lng: z.number() }).default({ lat: 32.8006, lng: 34.9857 }),
    }),
  ),
  gateways: z.array(Gateway).default([]),
})
export type Credentials = z.output<typeof Credentials>

export const credentialsFile = (dataDir: string): string => join(dataDir, 'demo-fleet.json')

/** Readable by its owner alone, and never half written. */
export function keepCredentials(dataDir: string, credentials: Credentials): void {
  const file = credentialsFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(z.encode(Credentials, credentials), null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export const readCredentials = (file: string): Credentials =>
  Credentials.parse(JSON.parse(readFileSync(file, 'utf8')))
