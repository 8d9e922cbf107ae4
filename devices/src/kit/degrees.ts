/** `ddmm.mmmm` split into its degrees and minutes, made one number; south and west are negative. */
export function degreesOf(degrees: string, minutes: string, isNegative: boolean): number {
  const value = Number(degrees) + Number(minutes) / 60
  return isNegative ? -value : value
}
