import type { IncidentEntry } from '@carewatch/contracts/http/incidents'

/** What a person does to an incident is done to each alarm of it, in one moment. */
const BY_ONE_PRESS: readonly string[] = ['ACKNOWLEDGED', 'UNDONE', 'CLOSED', 'CANCELLED']

const pressOf = (entry: IncidentEntry): string | undefined =>
  entry.type === 'step' && entry.user !== null && BY_ONE_PRESS.includes(entry.step)
    ? JSON.stringify([entry.at, entry.step, entry.user, entry.via, entry.note])
    : undefined

/** In the order in which it was; what one press did to several alarms is pressed once. */
export function inOneStory(entries: readonly IncidentEntry[]): IncidentEntry[] {
  const pressed = new Map<string, IncidentEntry>()
  const story: IncidentEntry[] = []
  for (const entry of entries) {
    const press = pressOf(entry)
    const before = press === undefined ? undefined : pressed.get(press)
    if (before) before.alarms.push(...entry.alarms)
    else {
      const own = { ...entry, alarms: [...entry.alarms] }
      if (press !== undefined) pressed.set(press, own)
      story.push(own)
    }
  }
  return story.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
