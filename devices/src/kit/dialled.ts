const MAX_DIGITS = 20

/** What can be dialled of a number a person wrote: nothing else of it may reach a frame. */
export const dialled = (number: string): string => {
  const digits = number.replaceAll(/\D/g, '').slice(0, MAX_DIGITS)
  return number.trim().startsWith('+') && digits ? `+${digits}` : digits
}
