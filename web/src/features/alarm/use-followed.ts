import { incidentUuidOf } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { knownAtom } from '../../live/notifications.ts'

/** What is known live of an incident: another word of any of it, and whatever joins it, is another list. */
export function useKnownOf(incident: string): readonly Notification[] {
  const { byUuid } = useAtomValue(knownAtom)
  return [...byUuid.values()].filter((each) => incidentUuidOf(each) === incident)
}

const isSame = (one: readonly Notification[], other: readonly Notification[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

/** Reads an incident again whenever something of it is told: one reading at a time, and once more for what came meanwhile. */
export function useFollowed(known: readonly Notification[], read: () => Promise<void>): void {
  const shown = useRef(known)
  const isReading = useRef(false)
  const newest = useRef({ known, read })
  useEffect(() => {
    newest.current = { known, read }
    async function follow(): Promise<void> {
      if (isReading.current) return
      isReading.current = true
      while (!isSame(shown.current, newest.current.known)) {
        shown.current = newest.current.known
        await newest.current.read()
      }
      isReading.current = false
    }
    void follow()
  })
}
