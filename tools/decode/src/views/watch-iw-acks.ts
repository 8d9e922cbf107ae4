import { numberIn } from '@carewatch/devices/kit/numbers'
import { withoutAbsent } from './plain.ts'

const COMMANDS: Record<string, string> = {
  APXL: 'BPXL (measure heart rate now)',
  APXY: 'BPXY (measure blood pressure now)',
  APXZ: 'BPXZ (measure blood oxygen now)',
  APXT: 'BPXT (measure temperature now)',
  AP16: 'BP16 (locate now)',
}
const SWITCHES = new Set(['AP76', 'AP84'])

/** A command that the watch took, with what it repeats of it. */
export function ackOf(
  opcode: string,
  { serial, values }: { serial: string; values: string },
): Record<string, unknown> {
  const isMode = opcode === 'AP33' || opcode === 'AP34'
  const repeated = values === '' ? undefined : values.split(',')
  return withoutAbsent({
    serial,
    values: repeated,
    command: COMMANDS[opcode],
    mode: isMode ? numberIn(repeated?.[0]) : undefined,
    numbers: opcode === 'AP12' ? repeated : undefined,
    enabled: SWITCHES.has(opcode) ? repeated?.[0] === '1' : undefined,
    contacts: opcode === 'AP14' ? contactsOf(values) : undefined,
  })
}

const contactsOf = (values: string) =>
  values.split(',').flatMap((slot) => {
    const [name = '', number = ''] = slot.split('|')
    return slot.includes('|') ? [{ name: nameOf(name), number }] : []
  })

const READABLE =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Nd}\s.-]/gu

/** Both byte orders occur: the one that more of can be read is meant. */
function nameOf(hex: string): string {
  const bytes = Buffer.from(hex.slice(0, hex.length - (hex.length % 4)), 'hex')
  const little = bytes.toString('utf16le')
  const big = Buffer.from(bytes).swap16().toString('utf16le')
  const readable = (text: string): number => text.match(READABLE)?.length ?? 0
  return readable(big) >= readable(little) ? big : little
}
