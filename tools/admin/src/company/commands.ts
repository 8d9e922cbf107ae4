import type { Command } from 'commander'
import pc from 'picocolors'
import { exportCompany } from './export.ts'
import { clearCompanies, importCompany, lookAtCompany } from './import.ts'
import { passphraseOf } from './passphrase.ts'
import { withInstallation } from '../open.ts'

const PASSPHRASE = [
  '--passphrase-file <file>',
  'a file with the passphrase; without it you are asked',
] as const
type Chosen = { passphraseFile?: string }

const count = (number: number): string => number.toLocaleString('en')
const sum = (rows: Record<string, number>): number => Object.values(rows).reduce((all, one) => all + one, 0)

/** `admin company export`, `admin company import`, `admin company clear`. */
export function companyCommands(program: Command, print: (text: string) => void): void {
  const company = program
    .command('company')
    .description('a whole company into a file, and into another installation')

  company
    .command('export <company>')
    .description('a company, by its code or uuid, into one encrypted file; people work on meanwhile')
    .requiredOption('--to <file>', 'where it goes')
    .option(...PASSPHRASE)
    .action(async (key: string, { to, passphraseFile }: Chosen & { to: string }) => {
      const passphrase = await passphraseOf(passphraseFile, true)
      const { name, tables, rows, bytes } = await withInstallation((here) =>
        exportCompany(here, key, { file: to, passphrase }),
      )
      print(
        `${to}: ${name}, ${count(rows)} rows of ${tables} tables in ${(bytes / 1e6).toFixed(1)} MB, encrypted`,
      )
    })

  company
    .command('import <file>')
    .description('a company from such a file: all of it, checked, or nothing')
    .option('--look', 'only say what would come, and what is in its way', false)
    .option(...PASSPHRASE)
    .action(async (file: string, { look, passphraseFile }: Chosen & { look: boolean }) => {
      const passphrase = await passphraseOf(passphraseFile, false)
      if (look) return describe(await withInstallation((here) => lookAtCompany(here, { file, passphrase })))
      const { name, code, madeAt, rows } = await withInstallation((here) =>
        importCompany(here, { file, passphrase }),
      )
      print(
        `${name} (${code}) is here as it was at ${madeAt}: ${count(sum(rows))} rows, all of them checked.`,
      )
    })

  company
    .command('clear')
    .description('takes away what imports left that were broken off; the next import does it too')
    .action(async () => print(`${await withInstallation(clearCompanies)} taken away.`))

  function describe({ name, madeAt, rows, clashes }: Awaited<ReturnType<typeof lookAtCompany>>): void {
    for (const [table, each] of Object.entries(rows))
      if (each > 0) print(`${table.padEnd(28)} ${count(each).padStart(14)} rows`)
    print(`${name}, as it was at ${madeAt}: ${count(sum(rows))} rows. Nothing was written.`)
    for (const clash of clashes) print(pc.red(clash))
    if (clashes.length === 0) print('Nothing is in its way.')
    else process.exitCode = 1
  }
}
