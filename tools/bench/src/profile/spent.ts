import type { Profiler } from 'node:inspector'

/** Microseconds of one function's own, or of one place's. */
export type Spent = { name: string; us: number }

const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//
const PROJECT = new URL('../../../../', import.meta.url).href

/** A library by its name, our own code by its folder, and what V8 and Node do by what they call it. */
function placeOf({ url, functionName }: Profiler.ProfileNode['callFrame']): string {
  const library = PACKAGE.exec(url)?.[1]
  if (library) return library
  if (url.startsWith(PROJECT)) return url.slice(PROJECT.length).split('/').slice(0, -1).join('/')
  if (url.startsWith('node:')) return url
  return functionName || 'native'
}

function sum(
  profile: Profiler.Profile,
  nameOf: (frame: Profiler.ProfileNode['callFrame']) => string,
): Spent[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const us = new Map<string, number>()
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = frames.get(id)
    // Beginning to look is not what is looked at.
    if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') continue
    const name = nameOf(frame)
    us.set(name, (us.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0))
  }
  return [...us].map(([name, spent]) => ({ name, us: spent })).toSorted((one, other) => other.us - one.us)
}

/** Own time by library, folder or part of Node; what was idle is left out. */
export const byPlace = (profile: Profiler.Profile): Spent[] => sum(profile, placeOf)

/** Own time by function. */
export const byFunction = (profile: Profiler.Profile): Spent[] =>
  sum(profile, (frame) =>
    frame.url
      ? `${frame.functionName || 'anonymous'} (${frame.url.split('/').at(-1)}:${frame.lineNumber + 1})`
      : frame.functionName,
  )
