import { SegmentedMessage } from 'sms-segments-calculator'

export type Parts = { count: number; isUnicode: boolean }

/** How many messages a text is: 160 characters of the GSM alphabet or 70 of any other, 153 and 67 where there are several (3GPP TS 23.038). */
export function partsOf(text: string): Parts {
  const { segmentsCount, encodingName } = new SegmentedMessage(text)
  return { count: segmentsCount, isUnicode: encodingName === 'UCS-2' }
}
