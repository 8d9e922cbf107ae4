import * as prompts from '@clack/prompts'
import { type Answers, faults, passwordFault } from './answers.ts'

export class Cancelled extends Error {}

async function answerTo<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question
  if (prompts.isCancel(answer)) throw new Cancelled('Nothing was changed.')
  // Safe: a question that was not left answers no symbol.
  return answer as Exclude<T, symbol>
}

const orNothing = (text: string | undefined): string | undefined => (text ? text : undefined)

async function askText(
  message: string,
  {
    initial = '',
    validate,
  }: { initial?: string | undefined; validate?: (text: string) => string | undefined },
): Promise<string> {
  const answer = await answerTo(
    prompts.text({ message, initialValue: initial, validate: (text) => validate?.(text?.trim() ?? '') }),
  )
  return (answer ?? '').trim()
}

async function askPassword(email: string): Promise<string> {
  for (;;) {
    const password = await answerTo(prompts.password({ message: 'A password for the administrator' }))
    const fault = await passwordFault(password ?? '', email)
    if (fault !== undefined) {
      prompts.log.warn(fault)
      continue
    }
    const again = await answerTo(prompts.password({ message: 'The same again' }))
    if (again === password) return password
    prompts.log.warn('They differ.')
  }
}

/** Who reaches the portal: `HOST` as most mean it. */
const askHost = (initialValue: string): Promise<string> =>
  answerTo(
    prompts.select({
      message: 'Who reaches Carewatch?',
      initialValue,
      options: [
        {
          value: '127.0.0.1',
          label: 'this machine only',
          hint: 'a proxy with HTTPS in front, on this machine',
        },
        {
          value: '0.0.0.0',
          label: 'everybody who reaches this machine',
          hint: 'HTTPS in front all the same',
        },
        ...(['127.0.0.1', '0.0.0.0'].includes(initialValue)
          ? []
          : [{ value: initialValue, label: initialValue }]),
      ],
    }),
  )

/** Walks an operator through what an installation needs; throws where they leave. */
export async function ask(before: Omit<Answers, 'email' | 'password'>): Promise<Answers> {
  const HOST = await askHost(before.HOST)
  const PUBLIC_URL = orNothing(
    await askText('Its address, as people open it (https://care.example.org)', {
      initial: before.PUBLIC_URL,
      validate: faults.url,
    }),
  )
  const WATCH_PORT = await askText(
    'Port for watches that speak plain TCP and have no password (5093), or off',
    {
      initial: before.WATCH_PORT,
      validate: faults.watchPort,
    },
  )
  const TLS_CERT = orNothing(
    await askText('Certificate for MQTT over TLS, a PEM file (empty: none)', { initial: before.TLS_CERT }),
  )
  const TLS_KEY = TLS_CERT && orNothing(await askText('Its key', { initial: before.TLS_KEY }))
  const SMTP_URL = orNothing(
    await askText('Mail server: smtp://user:password@host:587 (empty: none, and nobody is mailed)', {
      initial: before.SMTP_URL,
      validate: faults.smtp,
    }),
  )
  const email = await askText('E-mail address of the administrator', { validate: faults.email })
  const password = await askPassword(email)
  return { HOST, PUBLIC_URL, WATCH_PORT, TLS_CERT, TLS_KEY, SMTP_URL, email, password }
}
