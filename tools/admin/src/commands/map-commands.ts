import { mapFileOf, readEnv } from '@carewatch/launcher/env'
import type { Command } from 'commander'
import pc from 'picocolors'
import { addMap, describeMap, removeMap } from './map.ts'

/** `admin map`, `admin map add`, `admin map remove`: no database is asked. */
export function mapCommands(program: Command, print: (text: string) => void): void {
  const map = program
    .command('map')
    .description('the map of streets that we serve ourselves, and what is in it')
  map.action(async () => print(await describeMap(mapFileOf(readEnv()))))
  map
    .command('add <file-or-url>')
    .description(
      'a PMTiles file of a Protomaps basemap, checked before it takes the place of the one there is',
    )
    .option('--most-gb <number>', 'what is larger is not fetched', '20')
    .action(async (from: string, { mostGb }: { mostGb: string }) => {
      const mostBytes = Number(mostGb) * 1e9
      if (!(mostBytes > 0)) throw new Error('--most-gb takes a number of gigabytes.')
      const target = mapFileOf(readEnv())
      await addMap(target, from, { mostBytes, onProgress: (text) => print(pc.dim(text)) })
      print(await describeMap(target))
      print('It is shown from the next map that is opened; nothing needs a restart.')
    })
  map
    .command('remove')
    .description('away with it: the map shows coasts and borders')
    .action(() => print(removeMap(mapFileOf(readEnv())) ? 'It is gone.' : 'There was none.'))
}
