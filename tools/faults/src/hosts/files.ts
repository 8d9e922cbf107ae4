import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@carewatch/launcher/env'

export const SHIPPED = join(ROOT, 'deploy/hosts')

/** A file of deploy/hosts with its names filled in, as `envsubst` does it for an operator. */
export function fillFile(file: string, values: Readonly<Record<string, string>>, folder: string): string {
  const text = readFileSync(join(SHIPPED, file), 'utf8')
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file} asks for ${name}, which nobody gives.`)
    return value
  })
  mkdirSync(folder, { recursive: true })
  const path = join(folder, file)
  writeFileSync(path, filled)
  chmodSync(path, 0o644)
  return path
}
