import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readFileSync } from 'node:fs'
import { fillFile } from './files.ts'
import type { Unit } from './unit.ts'

export const parts = ['broker', 'rules-engine', 'api'] as const

type Making = {
  values: Readonly<Record<string, string>>
  data: string
  env: Readonly<Record<string, string>>
  unit: (program: string, given: { command: string[]; env: Record<string, string> }) => Unit
}

/** A file of settings as systemd reads it. */
export function settingsOf(file: string, values: Readonly<Record<string, string>>, folder: string) {
  // Safe: parseEnv leaves out what has no value.
  return parseEnv(readFileSync(fillFile(file, values, folder), 'utf8')) as Record<string, string>
}

/** Broker, rules-engine and api, as `carewatch@.service` starts them. */
export function carewatchUnits({ values, data, env, unit }: Making): Unit[] {
  const shared = { ...settingsOf('carewatch.env', values, data), ...env }
  return parts.map((part) =>
    unit(part, {
      command: [process.execPath, join(part, 'src/main.ts')],
      env: { ...shared, ...settingsOf(`${part}.env`, values, data) },
    }),
  )
}
