import type { Command } from 'commander'
import { AS } from '../acting.ts'
import { withInstallation } from '../open.ts'
import { importList, readList, rotateDevice } from './devices.ts'

/** `admin rotate-device`, `admin import`. */
export function deviceCommands(program: Command, print: (text: string) => void): void {
  program
    .command('rotate-device <imei>')
    .description('a new password for a device, shown once; the old one ends at once')
    .option(...AS)
    .action(async (imei: string, { as }: { as?: string }) => {
      const { username, password } = await withInstallation((here) => rotateDevice(here, imei, as))
      print(`${username}  ${password}`)
    })

  program
    .command('import <csv>')
    .description('devices from a list; without --apply it only says what would become of each line')
    .option('--apply', 'register those that are new', false)
    .option('--credentials <file>', 'where their passwords go, this once', 'credentials.csv')
    .option(...AS)
    .action(async (csv: string, options: { apply: boolean; credentials: string; as?: string }) => {
      const { apply, credentials, as } = options
      const how = { as, credentials: apply ? credentials : undefined }
      const result = await withInstallation((here) => importList(here, readList(csv), how))
      for (const outcome of result.outcomes) print(outcome)
      if (result.made.length > 0)
        print(`${result.made.length} registered; their passwords are in ${credentials}`)
    })
}
