import type { Trouble } from '@carewatch/contracts/watch'

/** What the watchdog read off the database and the disk. Ages in seconds; null: there is nothing that could be old. */
export type Measures = {
  /** Since anything came from any device. */
  silentFor: number | null
  /** Until the liveliest of the devices that are online should have spoken. */
  expectedEvery: number | null
  /** What was stored and not looked at. */
  oldestPending: number | null
  /** A message or a step of a chain whose time has come. */
  oldestUnsent: number | null
  /** Since nothing gets through a channel, by its name. */
  deadChannels: readonly { channel: string; failingFor: number }[]
  /** Share of the disk that is free, 0 to 1, and how many bytes that is. */
  disk: { freeShare: number; freeBytes: number } | null
}

export type Found = { trouble: Trouble; subject: string }

const SILENT_SECONDS = 300
/** As a device is DELAYED: half as long again as it should take. */
const SLACK = 1.5
const LAG_SECONDS = 60
const DEAD_SECONDS = 120
const FREE_SHARE = 0.05
const FREE_BYTES = 1024 ** 3

const isOver = (age: number | null, limit: number): boolean => age !== null && age > limit

/** Nothing for five minutes is silence only where something should have come by then. */
const isSilent = ({ silentFor, expectedEvery }: Measures): boolean =>
  expectedEvery !== null && isOver(silentFor, Math.max(SILENT_SECONDS, SLACK * expectedEvery))

/** What is wrong, if anything. */
export function evaluate(measures: Measures): Found[] {
  const { oldestPending, oldestUnsent, deadChannels, disk } = measures
  const found = (is: boolean, trouble: Trouble, subject = ''): Found[] => (is ? [{ trouble, subject }] : [])
  const isFull = disk !== null && disk.freeShare < FREE_SHARE && disk.freeBytes < FREE_BYTES * 10
  return [
    ...found(isSilent(measures), 'NOTHING_COMES'),
    ...found(isOver(oldestPending, LAG_SECONDS), 'JUDGING_LAGS'),
    ...found(isOver(oldestUnsent, LAG_SECONDS), 'SENDING_LAGS'),
    ...deadChannels.flatMap(({ channel, failingFor }) =>
      found(failingFor > DEAD_SECONDS, 'CHANNEL_DEAD', channel),
    ),
    ...found(isFull || (disk !== null && disk.freeBytes < FREE_BYTES), 'DISK_FULL'),
  ]
}
