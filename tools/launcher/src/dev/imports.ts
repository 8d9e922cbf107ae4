import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The library files that a service imports, each by what asks for it: see `libraryKey`. */
export type Libraries = [key: string, url: string][]

/** What the launcher tells a process that it starts. */
export type Preload = { libraries: Libraries; inspectorPort?: number | undefined }
export const PRELOAD_VARIABLE = 'CAREWATCH_DEV'

/** What a process tells the launcher about its imports: addresses of our own files, and libraries. */
export type Imported = { files: string[]; libraries: Libraries }

export const isLibrary = (url: string): boolean => url.includes('/node_modules/')
export const isOurs = (root: string, url: string): boolean =>
  url.startsWith(pathToFileURL(root + sep).href) && !isLibrary(url)

/** All files of one of our packages find a library at the same place: its folder and the library's name say which. */
export function libraryKey(root: string, parent: string, specifier: string): string | undefined {
  if (!isOurs(root, parent) || /^(\.|\/|#|\w+:)/.test(specifier)) return undefined
  const path = parent.slice(pathToFileURL(root + sep).href.length)
  const folder = /^(?:tools\/)?[^/]+/.exec(path)?.[0]
  return `${folder} ${specifier}`
}
