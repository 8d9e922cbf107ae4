import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { documentWithoutServer } from '@carewatch/api/openapi/without-server'
import { addressesSource, type Document, operationsSource, schemasSource } from './client-source.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** As `format` leaves it: a long line settles at the second time. */
function formatted(name: string, text: string): string {
  const once = (input: string): string =>
    execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [`--stdin-filepath=client/src/generated/${name}`], {
      cwd: ROOT,
      input,
      encoding: 'utf8',
      maxBuffer: 20_000_000,
    })
  return once(once(text))
}

/** The files of the client that follow from the document, by their names. */
export async function generated(): Promise<Record<string, string>> {
  // Safe: our own document; what is missing in it fails the tests.
  const document = (await documentWithoutServer()) as unknown as Document
  const files = {
    'schemas.ts': schemasSource(document),
    'operations.ts': operationsSource(document),
    'addresses.ts': addressesSource(document),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, formatted(name, text)]))
}
