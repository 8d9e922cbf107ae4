import { findProgram } from './installed.ts'

const PLACES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
]

/** A library that tells a process another time; undefined: there is none to be had here. */
export const clockLibrary = (): string | undefined =>
  process.platform === 'linux' ? findProgram(PLACES, 'libfaketime') : undefined

/** The environment of processes whose clocks all run this many seconds ahead. Their timers go on as they did. */
export const clockAhead = (library: string, seconds: number): Record<string, string> => ({
  LD_PRELOAD: library,
  FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
