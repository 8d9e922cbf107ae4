import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { packageFolders } from '../packages.ts'

/** One folder imports from another; both from the project's root. */
export type Edge = { from: string; to: string }

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g
const isProduct = (path: string): boolean => !/\.test\.tsx?$|\/testing/.test(path)

/** What each source file of a package imports, by the names as they are written. */
function importsOf(root: string, folder: string): { path: string; name: string }[] {
  const paths = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).filter(isProduct)
  return paths.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, name = '']) => ({ path, name })),
  )
}

/** Which of our packages imports which, types too; tests may import what they like. */
export function packageEdges(root: string): Edge[] {
  const folders = packageFolders(root)
  const folderOf = (name: string): string | undefined => {
    const [, wanted] = /^@carewatch\/([\w-]+)/.exec(name) ?? []
    return folders.find((folder) => wanted !== undefined && folder.split('/').at(-1) === wanted)
  }
  return distinct(
    folders.flatMap((from) =>
      importsOf(root, from).flatMap(({ name }) => {
        const to = folderOf(name)
        return to === undefined ? [] : [{ from, to }]
      }),
    ),
  )
}

/** Which room of a package imports which. A room is a folder right below `src`; the files beside the rooms put them together, and are no room. */
export function roomEdges(root: string, folder: string): Edge[] {
  const source = join(folder, 'src')
  const roomOf = (path: string): string | undefined => {
    const [room = '', ...rest] = relative(source, path).split('/')
    return rest.length === 0 || room === '..' ? undefined : `${source}/${room}`
  }
  return distinct(
    importsOf(root, folder).flatMap(({ path, name }) => {
      const [from, to] = [roomOf(path), name.startsWith('.') ? roomOf(join(dirname(path), name)) : undefined]
      return from === undefined || to === undefined ? [] : [{ from, to }]
    }),
  )
}

function distinct(edges: readonly Edge[]): Edge[] {
  const byName = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]))
  return [...byName.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, edge]) => edge)
    .filter(({ from, to }) => from !== to)
}

/** The folders from which one comes back to where one began. */
export function circlesIn(edges: readonly Edge[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const reaches = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [start]
    for (let room = open.pop(); room !== undefined; room = open.pop())
      for (const { to } of next.get(room) ?? []) {
        if (!seen.has(to)) open.push(to)
        seen.add(to)
      }
    return seen
  }
  return [...next.keys()].filter((room) => reaches(room).has(room)).toSorted()
}
