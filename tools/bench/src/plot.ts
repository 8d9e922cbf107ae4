const BARS = '▁▂▃▄▅▆▇█'
const WIDTH = 40

/** A series as one line of bars from nothing to its greatest value: what is flat looks flat. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, Number.MIN_VALUE)
  return values.map((value) => BARS[Math.max(0, Math.ceil((value / most) * BARS.length) - 1)]).join('')
}

/** One bar a line, by the logarithm where values span more than a hundredfold. */
export function barPlot(
  title: string,
  bars: readonly { name: string; value: number; text: string }[],
): string {
  const values = bars.map(({ value }) => value).filter((value) => value > 0)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const isWide = most / least > 100
  const share = (value: number): number =>
    isWide ? (Math.log10(value / least) + 0.3) / (Math.log10(most / least) + 0.3) : value / most
  const names = Math.max(...bars.map(({ name }) => name.length))
  const lines = bars.map(
    ({ name, value, text }) =>
      `  ${name.padEnd(names)} ${'█'.repeat(Math.max(1, Math.round(share(value) * WIDTH)))} ${text}`,
  )
  return [`${title}${isWide ? ' (bars by the logarithm)' : ''}`, ...lines].join('\n')
}

/** How much a series changes from one value to the next, by least squares. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [over, under] = values.reduce<[number, number]>(
    ([a, b], value, at) => [a + (at - middle) * (value - mean), b + (at - middle) ** 2],
    [0, 0],
  )
  return under === 0 ? 0 : over / under
}
