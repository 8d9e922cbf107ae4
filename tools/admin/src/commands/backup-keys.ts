import { readFileSync, writeFileSync } from 'node:fs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Key, Lock } from '../backup/encryption.ts'

/** What the command line says, and the environment where it says nothing. */
export type Chosen = { recipient?: string[]; key?: string; passphraseFile?: string; plain?: boolean }
type Given = Readonly<Record<string, string | undefined>>

/** A passphrase shorter than that is guessed by whoever has the file. */
export const SHORTEST = 12

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

export function passphraseIn(file: string): string {
  const [passphrase = ''] = linesOf(file)
  if (passphrase.length < SHORTEST)
    throw new Error(`The passphrase in ${file} is shorter than ${SHORTEST} characters.`)
  return passphrase
}

/** What a backup is encrypted for. Throws where nothing says so: nobody's record lies about unencrypted because somebody forgot. */
export function lockOf(
  { recipient, passphraseFile, plain = false }: Chosen,
  env: Given = process.env,
): Lock | undefined {
  if (plain) return undefined
  if (recipient && recipient.length > 0) return { recipients: recipient }
  if (passphraseFile !== undefined) return { passphrase: passphraseIn(passphraseFile) }
  const recipients = (env.BACKUP_RECIPIENT ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (recipients.length > 0) return { recipients }
  if (env.BACKUP_PASSPHRASE_FILE) return { passphrase: passphraseIn(env.BACKUP_PASSPHRASE_FILE) }
  throw new Error(
    'A backup is encrypted: set BACKUP_RECIPIENT (backup-key FILE makes one) or BACKUP_PASSPHRASE_FILE, or say --plain.',
  )
}

/** What opens a backup, where anything is named. */
export function keyOf({ key, passphraseFile }: Chosen, env: Given = process.env): Key | undefined {
  const keyFile = key ?? (passphraseFile === undefined ? env.BACKUP_KEY_FILE : undefined)
  if (keyFile) return { identities: linesOf(keyFile) }
  const file = passphraseFile ?? env.BACKUP_PASSPHRASE_FILE
  return file ? { passphrase: passphraseIn(file) } : undefined
}

/** A new key in a file that is not there yet, for its owner alone; answers for whom backups are encrypted then. */
export async function makeKey(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  return recipient
}
