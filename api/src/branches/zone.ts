import { InvalidFields } from '../http/invalid-fields.ts'
import { isTimeZone } from '../users/fields.ts'

export function refuseUnknownZone(timeZone: string | undefined): void {
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new InvalidFields({ timeZone: 'timeZone' })
}
