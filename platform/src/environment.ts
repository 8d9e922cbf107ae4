import { readFileSync, statSync } from 'node:fs'

type Source = Readonly<Record<string, string | undefined>>

/** What may be given as a file too, by `NAME_FILE`: what opens something. */
export const SECRETS = [
  'ADMIN_PASSWORD',
  'API_DATABASE_URL',
  'AUDITOR_DATABASE_URL',
  'BROKER_DATABASE_URL',
  'DATABASE_URL',
  'JWT_SECRET',
  'POSTGRES_PASSWORD',
  'REDIS_PASSWORD',
  'REDIS_URL',
  'RULES_DATABASE_URL',
  'SERVICE_SECRET',
  'SMPP_URL',
  'SMS_WEBHOOK_TOKEN',
  'SMTP_URL',
  'TELEGRAM_BOT_TOKEN',
  'TWILIO_AUTH_TOKEN',
  'VAPID_PRIVATE_KEY',
  'VONAGE_API_KEY',
  'VONAGE_API_SECRET',
  'VONAGE_SIGNATURE_SECRET',
] as const

/** Addresses that may leave their password out, and where it stands then. */
const PASSWORDS = { DATABASE_URL: 'POSTGRES_PASSWORD', REDIS_URL: 'REDIS_PASSWORD' } as const
/** Docker's own: nobody but the container sees it, and Docker says who reads what is in it. */
const DOCKERS = /^\/run\/secrets\//
const STRANGERS = 0o007

/**
 * The variables that are set, with the secrets that stand in files (`JWT_SECRET_FILE`). An empty value of a compose file means unset. Throws one line
 * that names the variable and what is wrong with it, never what it holds.
 */
export function environmentOf(source: Source): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) if (value) given[name] = value
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined) throw new Error(`${name} and ${name}_FILE are both set: set one of them`)
    given[name] = readSecret(`${name}_FILE`, file)
  }
  for (const [name, password] of Object.entries(PASSWORDS)) {
    const whole = withPassword(given[name], given[password])
    if (whole !== undefined) given[name] = whole
  }
  return given
}

/** The one line that stands in a file, with its blanks and without its end; `variable` is named where it cannot be. */
export function lineIn(variable: string, file: string): string {
  const text = contentOf(variable, file).replace(/\r?\n$/, '')
  if (text === '') throw new Error(`${variable}: ${file} is empty`)
  if (text.includes('\n')) throw new Error(`${variable}: ${file} holds more than one line`)
  return text
}

function readSecret(variable: string, file: string): string {
  const text = lineIn(variable, file)
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & STRANGERS) !== 0
  if (isOpen && !DOCKERS.test(file))
    throw new Error(`${variable}: everybody on this machine can read ${file}: chmod o= '${file}'`)
  return text
}

function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(`${variable}: ${file} cannot be read (${code})`, { cause: error })
  }
}

function withPassword(address: string | undefined, password: string | undefined): string | undefined {
  if (address === undefined || password === undefined || !URL.canParse(address)) return address
  const url = new URL(address)
  if (url.password !== '') return address
  url.password = encodeURIComponent(password)
  return url.href
}
