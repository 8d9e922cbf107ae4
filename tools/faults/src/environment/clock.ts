import { clockLibrary } from '@carewatch/launcher/faked-clock'

/** The environment of a process that looks at this file once a second for how wrong its clock is. Its timers go on as they did. */
export const withClock = (file: string): Record<string, string> => ({
  LD_PRELOAD: clockLibrary() ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
