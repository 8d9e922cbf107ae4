/** Tests do not outlive a power cut; the kill tests start a cluster of their own with the settings that the promise rests on. */
export const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  jit: 'off',
}

/** For `postgres` on its command line. */
export const flagsOf = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
