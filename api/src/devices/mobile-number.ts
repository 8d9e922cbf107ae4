import { requirePhone } from '../http/phone.ts'

/** The watch's own number; an empty one is none. */
export const mobileNumberOf = (text: string | null | undefined, field = 'mobileNumber'): string | null =>
  text ? requirePhone(text, { field }).contactNumber : null
