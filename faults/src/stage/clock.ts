import { findProgram } from '@carewatch/launcher/installed'

const PLACES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
]

/** A library that tells a process another time; undefined: there is none to be had here. */
export const clockLibrary = (): string | undefined =>
  process.platform === 'linux' ? findProgram(PLACES, 'libfaketime') : undefined

/** The environment of a process that looks at this file once a second for how wrong its clock is. Its timers go on as they did. */
export const withClock = (file: string): Record<string, string> => ({
  LD_PRELOAD: clockLibrary() ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
