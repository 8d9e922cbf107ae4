/** The mean of what was measured, as a whole number; null while nothing was. */
export function averageOf(measured: readonly (number | '')[]): number | null {
  const figures = measured.filter((figure) => figure !== '')
  if (figures.length === 0) return null
  return Math.round(figures.reduce((sum, figure) => sum + figure, 0) / figures.length)
}
