import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { escalationReach } from '@carewatch/contracts/http/escalation'

/** Those whom a step means and no message reaches. */
export function outOfReachIn({ families }: Reply<typeof escalationReach>): ReadonlySet<string> {
  const people = families.flatMap(({ recipients }) => recipients.flat())
  return new Set(people.flatMap(({ uuid, isOutOfReach }) => (isOutOfReach && uuid !== null ? uuid : [])))
}
