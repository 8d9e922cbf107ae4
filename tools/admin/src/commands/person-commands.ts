import type { Command } from 'commander'
import { AS } from '../acting.ts'
import { withInstallation } from '../open.ts'
import { exportPerson } from './export-person.ts'
import { erase } from './people.ts'

/** `admin export`, `admin erase`. */
export function personCommands(program: Command, print: (text: string) => void): void {
  program
    .command('export <person> <folder>')
    .description('everything we know of a person, as tables and files')
    .action(async (person: string, folder: string) => {
      const counts = await withInstallation((here) => exportPerson(here, person, folder))
      for (const [name, rows] of Object.entries(counts)) print(`${name.padEnd(16)} ${rows}`)
    })

  program
    .command('erase <person>')
    .description('forgets a person for good; anonymous readings stay')
    .requiredOption('--yes', 'it cannot be taken back')
    .option(...AS)
    .action(async (person: string, { as }: { as?: string }) => {
      await withInstallation((here) => erase(here, person, as))
      print('Forgotten. Backups made before still hold them: let those run out.')
    })
}
