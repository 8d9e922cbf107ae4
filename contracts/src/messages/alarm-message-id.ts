type Named = {
  kind: string
  direction: string
  usual?: number | null | undefined
  byNight?: boolean | null | undefined
}

/** The message id of an alarm: the one of its side, or of what was usual, if there is one (`isThere`: a text of the shared messages), else of its kind. */
export function alarmMessageId(
  { kind, direction, usual, byNight }: Named,
  isThere: (id: string) => boolean,
): string {
  if (typeof usual === 'number') return `alarm.${kind}.${byNight ? 'night' : 'day'}`
  const ofSide = `alarm.${kind}.${direction}`
  return isThere(ofSide) ? ofSide : `alarm.${kind}`
}
