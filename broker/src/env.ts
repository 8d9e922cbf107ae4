import { isInTheClear, LocationServiceSettings } from '@carewatch/contracts/location-service'
import { isStranger } from '@carewatch/ingest/location/private-host'
import { environmentOf } from '@carewatch/platform/environment'
import { DrainEnv } from '@carewatch/platform/graceful-shutdown'
import { TelemetryEnv } from '@carewatch/platform/telemetry/env'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)

const Env = z
  .object({
    DATABASE_URL: z.url({ error: 'takes a PostgreSQL address, postgres://user:password@host:port/name' }),
    REDIS_URL: z.url().optional(),
    HOST: z.string().default('127.0.0.1'),
    MQTT_PORT: port.default(1883),
    MQTTS_PORT: port.default(8883),
    /** Where watches speak their makers' protocols over plain TCP; `off`: nowhere; `usual`: where most do, if it is free. Unset: nowhere, but where such watches are in use. */
    WATCH_PORT: z.union([z.literal('off'), z.literal('usual'), port]).optional(),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    SERVICE_SECRET: z
      .string()
      .min(16, { error: 'takes the secret our own services sign in with, 16 characters or more' }),
    ...LocationServiceSettings.shape,
    ...TelemetryEnv.shape,
    ...DrainEnv.shape,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** Whether a balancer stands before the listeners and begins each connection with the caller's address (PROXY protocol, 1 or 2). A connection without it is cut. */
    PROXY_PROTOCOL: z.stringbool({ error: 'takes true or false' }).default(false),
    /** Messages a second one device may send for long; faster, it is held back. 0: no limit. */
    MQTT_DEVICE_RATE: z.coerce.number().min(0).default(50),
  })
  .refine(({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined), {
    path: ['TLS_KEY'],
    error: 'and TLS_CERT go together: both name a PEM file, or neither is set',
  })
  .refine((env) => !isInTheClear(env), {
    path: ['LOCATION_SERVICE_URL'],
    error: 'outside our own network takes an https:// address',
  })
  .refine(
    ({ LOCATION_SERVICE_URL: url, LOCATION_SERVICE_PUBLIC: isPublic }) =>
      url === undefined || isPublic || !isStranger(new URL(url)),
    {
      path: ['LOCATION_SERVICE_URL'],
      error: 'takes an address of our own network, or LOCATION_SERVICE_PUBLIC=true',
    },
  )

export type Env = z.output<typeof Env>

export function readEnv(from: NodeJS.ProcessEnv = process.env): Env {
  const given = readEnvironment(from)
  // By a role of its own, where it has one.
  const env = Env.safeParse({ ...given, DATABASE_URL: given['BROKER_DATABASE_URL'] ?? given['DATABASE_URL'] })
  if (env.success) return env.data
  const [issue] = env.error.issues
  return endWith(`${issue?.path.join('.') ?? 'Environment'} ${issue?.message ?? 'is wrong'}`)
}

function readEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  try {
    return environmentOf(from)
  } catch (error) {
    return endWith(error instanceof Error ? error.message : String(error))
  }
}

function endWith(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
