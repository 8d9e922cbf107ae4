import { type Command, InvalidArgumentError } from 'commander'
import pc from 'picocolors'
import { withInstallation } from '../open.ts'
import { importCells, listCells, removeCells } from './cells.ts'

function countriesIn(text: string): ReadonlySet<number> {
  const codes = text.split(',').map((code) => code.trim())
  if (codes.some((code) => !/^[2-7]\d{2}$/.test(code)))
    throw new InvalidArgumentError('It takes mobile country codes of three digits, by commas: 425,247.')
  return new Set(codes.map(Number))
}

const COUNTRIES = [
  '--countries <mcc,…>',
  'by their mobile country codes (425 Israel, 247 Latvia, 262 Germany)',
  countriesIn,
] as const
type Chosen = { countries?: ReadonlySet<number> }
const count = (number: number): string => number.toLocaleString('en')

/** `admin cells import`, `admin cells list`, `admin cells remove`. */
export function cellCommands(program: Command, print: (text: string) => void): void {
  const cells = program
    .command('cells')
    .description(
      'where cells of mobile networks are: by them a watch that sees no satellite is shown roughly',
    )

  cells
    .command('import <file>')
    .description(
      'a table of OpenCelliD or Mozilla (CSV, or packed by gzip); what is newer replaces what there is',
    )
    .option(...COUNTRIES)
    .action(async (file: string, { countries }: Chosen) => {
      const { added, renewed, unchanged, others, bad, faults } = await withInstallation(({ url }) =>
        importCells(url, file, { countries, onProgress: (text) => print(pc.dim(text)) }),
      )
      print(`${count(added)} new, ${count(renewed)} renewed, ${count(unchanged)} as they were`)
      if (others > 0) print(`${count(others)} left out: other countries, or CDMA`)
      if (bad === 0) return
      print(pc.yellow(`${count(bad)} lines refused:`))
      for (const fault of faults) print(`  ${fault}`)
      if (bad > faults.length) print(`  and ${count(bad - faults.length)} more`)
    })

  cells
    .command('list')
    .description('how many there are, by country and radio')
    .action(async () => {
      const countries = await withInstallation(({ url }) => listCells(url))
      if (countries.length === 0) print('There are none. Import some: admin cells import FILE')
      for (const { mcc, radio, count: cellCount, newest } of countries)
        print(
          `${mcc}  ${radio.padEnd(4)} ${count(cellCount).padStart(12)}  updated until ${newest.toISOString().slice(0, 10)}`,
        )
    })

  cells
    .command('remove')
    .description('away with all of them, or with those of some countries')
    .option(...COUNTRIES)
    .action(async ({ countries }: Chosen) => {
      print(`${count(await withInstallation(({ url }) => removeCells(url, countries)))} are gone.`)
    })
}
