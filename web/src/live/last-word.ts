import type { Device } from '@carewatch/contracts/http/devices'
import { useAtomValue } from 'jotai'
import { receivedLive } from './live-atoms.ts'

/** The last sign of life of a device: what was loaded, or what came live since. */
export function useLastWord({ uuid, lastSeenAt }: Pick<Device, 'uuid' | 'lastSeenAt'>): Date | null {
  const live = useAtomValue(receivedLive(uuid))
  return live && (!lastSeenAt || live > lastSeenAt) ? live : lastSeenAt
}
