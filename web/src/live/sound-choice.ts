import type { Notification } from '@carewatch/contracts/notifications'

export type Sound = Notification['type']

/** One sound for all that came at once: the gravest of them. */
export function soundFor(asking: readonly Pick<Notification, 'type' | 'acknowledged'>[]): Sound | null {
  const open = asking.filter(({ acknowledged }) => !acknowledged)
  if (open.length === 0) return null
  return open.some(({ type }) => type === 'ALARM') ? 'ALARM' : 'NOTIFICATION'
}
