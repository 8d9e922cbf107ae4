import { isMet, type Figure } from './figures.ts'

const HEAD = ['what', 'measured', 'unit', 'against', 'ratio', 'target', 'met'] as const

function shown(value: number): string {
  if (!Number.isFinite(value)) return '—'
  if (value >= 1_000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

const targetOf = ({ target }: Figure): string => {
  if (!target) return ''
  return 'least' in target ? `>= ${shown(target.least)}` : `<= ${shown(target.most)}`
}

function linesOf(figure: Figure): string[][] {
  const [first, ...others] = figure.limits
  const against = (limit: typeof first): string[] =>
    limit ? [`${limit.name} ${shown(limit.value)}`, shown(figure.value / limit.value)] : ['', '']
  const met = isMet(figure)
  return [
    [
      figure.name,
      shown(figure.value),
      figure.unit,
      ...against(first),
      targetOf(figure),
      met === undefined ? '' : met ? 'yes' : 'NO',
    ],
    ...others.map((limit) => ['', '', '', ...against(limit), '', '']),
  ]
}

/** One aligned table; what is worth a sentence stands below it. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = [[...HEAD], ...figures.flatMap(linesOf)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isNumber = (column: number) => column === 1 || column === 4
  const drawn = lines.map((line) =>
    line
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  const rule = '-'.repeat(Math.max(...drawn.map((line) => line.length)))
  const notes = figures.flatMap(({ name, note }) => (note ? [`${name}: ${note}`] : []))
  return [drawn[0], rule, ...drawn.slice(1), '', ...notes].join('\n')
}
