import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Imei, Mac } from '@carewatch/contracts/wire'
import { z } from 'zod'

/** What the fleet must know of its devices: who they are, and whose body they measure. */
export const Credentials = z.object({
  watches: z.array(
    z.object({
      imei: Imei,
      password: z.string().min(1),
      seed: z.int(),
      name: z.string(),
      /** What it speaks: a protocol over a plain socket, or `owntracks`; absent: our own. */
      format: z.string().optional(),
      home: z.object({ lat: z.number(), lng: z.number() }).default({ lat: 32.8006, lng: 34.9857 }),
    }),
  ),
  gateways: z
    .array(
      z.object({
        mac: Mac,
        password: z.string().min(1),
        /** `minew-gateway-json`, or absent: our own. */
        format: z.string().optional(),
        hears: z.array(Mac).default([]),
      }),
    )
    .default([]),
})
export type Credentials = z.output<typeof Credentials>

export const credentialsFile = (dataDir: string): string => join(dataDir, 'demo-fleet.json')

/** Readable by its owner alone, and never half written. */
export function keepCredentials(dataDir: string, credentials: Credentials): void {
  const file = credentialsFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(credentials, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export const readCredentials = (file: string): Credentials =>
  Credentials.parse(JSON.parse(readFileSync(file, 'utf8')))
