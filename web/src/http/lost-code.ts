const LOST = 'A part of the program did not load.'
const ENTRY = /\/assets\/index-[\w-]+\.js/
const KEY = 'carewatch.reloadedFor'

export const isLostCode = (error: unknown): boolean => error instanceof Error && error.message === LOST

/** Names what is lost, because the router would answer the browser's own error by a reload into a dead server. */
export function watchLostCode(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = LOST
  })
}

/** The build that the server gives out; undefined when nobody answers. */
async function servedBuild(): Promise<string | undefined> {
  const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
  return page?.ok ? ENTRY.exec(await page.text())?.[0] : undefined
}

const ownBuild = (): string | null | undefined =>
  document.querySelector('script[type=module][src]')?.getAttribute('src')

/** Once for each new build: the old one has lost its parts for good. */
export async function followNewBuild(): Promise<void> {
  const served = await servedBuild()
  if (!served || served === ownBuild() || sessionStorage.getItem(KEY) === served) return
  sessionStorage.setItem(KEY, served)
  location.reload()
}

/** A browser may remember that a part failed: only a new page asks again for certain. False when nobody answers. */
export async function reloadIfServed(): Promise<boolean> {
  const served = await servedBuild()
  if (served) location.reload()
  return served !== undefined
}
