/** How old somebody born on a day is on another, both as `2026-11-24`. */
export function yearsOld(born: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4))
  return today.slice(5, 10) < born.slice(5, 10) ? years - 1 : years
}
