/** The time zone, or UTC where nobody knows it: a wrong one must not cost a person their screen. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
