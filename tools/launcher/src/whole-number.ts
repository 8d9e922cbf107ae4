import { InvalidArgumentError } from 'commander'

/** What an option of a command line takes that counts something. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.')
  return Number(text)
}
