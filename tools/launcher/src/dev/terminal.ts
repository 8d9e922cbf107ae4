import pc from 'picocolors'
import { createFormat, isShown, type LogFilter, type Source } from './log-line.ts'

const COLOURS: Record<string, 'cyan' | 'magenta' | 'green' | 'blue' | 'yellow'> = {
  broker: 'cyan',
  'rules-engine': 'magenta',
  api: 'green',
  'demo-fleet': 'blue',
  web: 'yellow',
}
const colourOf = (service: string) => COLOURS[service] ?? 'yellow'
const NAME_WIDTH = Math.max(...Object.keys(COLOURS).map(({ length }) => length))

const coloured = (service: string): string => pc[colourOf(service)](service.padEnd(NAME_WIDTH))

/** The one log of all services, and what the launcher itself says of them, which is always shown. */
export function createTerminal(filter: LogFilter) {
  const format = createFormat(pc.isColorSupported)
  return {
    line: (service: string, line: string, source: Source): void => {
      if (line !== '' && isShown(filter, service, { line, source }))
        process.stdout.write(format(`${coloured(service)} ${pc.dim('│')}`, line))
    },
    announce: (service: string, text: string): void =>
      void process.stdout.write(
        text
          .split('\n')
          .map((line) => `${coloured(service)} ${pc.dim('│')} ${pc.bold(line)}\n`)
          .join(''),
      ),
  }
}

export type Terminal = ReturnType<typeof createTerminal>

type Row = { name: string; inspectorPort?: number | undefined }

/** Where a debugger finds each service, and how its lines look. */
export const table = (rows: readonly Row[]): string =>
  [
    `  ${pc.dim(`${'service'.padEnd(NAME_WIDTH)}  ${'inspector'.padEnd(16)}  log`)}`,
    ...rows.map(({ name, inspectorPort }) => {
      const inspector = inspectorPort === undefined ? '–' : `127.0.0.1:${inspectorPort}`
      return `  ${name.padEnd(NAME_WIDTH)}  ${inspector.padEnd(16)}  ${pc[colourOf(name)](colourOf(name))}`
    }),
    '',
  ].join('\n')
