import * as prompts from '@clack/prompts'
import { passphraseIn, SHORTEST } from '../commands/backup-keys.ts'

async function ask(message: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Name a file with the passphrase (--passphrase-file): there is nobody here to ask.')
  const answer = await prompts.password({ message })
  if (prompts.isCancel(answer)) throw new Error('Nothing was done.')
  return answer ?? ''
}

/** From a file, or from whoever sits there: on the command line other users of the machine would read it. */
export async function passphraseOf(file: string | undefined, isNew: boolean): Promise<string> {
  if (file !== undefined) return passphraseIn(file)
  const passphrase = await ask('The passphrase of the file')
  if (!isNew) return passphrase
  if (passphrase.length < SHORTEST)
    throw new Error(`A passphrase takes ${SHORTEST} characters or more: whoever has the file could guess it.`)
  if ((await ask('The same again')) !== passphrase) throw new Error('They differ: nothing was done.')
  return passphrase
}
