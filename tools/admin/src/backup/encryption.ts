import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'

/**
 * What a backup is encrypted for: keys of age (age-encryption.org), of which each opens it, or a passphrase. `work`: how hard it is to try one, as the exponent of scrypt;
 * left out as age chooses.
 */
export type Lock = { recipients: readonly string[] } | { passphrase: string; work?: number | undefined }
/** What opens it. */
export type Key = { identities: readonly string[] } | { passphrase: string }

const HEADER = 'age-encryption.org/v1\n'

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch (cause) {
    throw new Error(`${recipient} is no recipient of age (age1…).`, { cause })
  }
}

/** The bytes of an archive, encrypted for these; as they are where there is no lock. */
export async function* encrypted(
  source: AsyncIterable<Buffer>,
  lock: Lock | undefined,
): AsyncGenerator<Uint8Array> {
  if (!lock) return yield* source
  const encrypter = new Encrypter()
  if ('passphrase' in lock) {
    if (lock.work !== undefined) encrypter.setScryptWorkFactor(lock.work)
    encrypter.setPassphrase(lock.passphrase)
  } else for (const recipient of lock.recipients) addRecipient(encrypter, recipient)
  // Safe: a web stream of Node's is one of the standard's.
  const plain = Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>
  yield* Readable.fromWeb((await encrypter.encrypt(plain)) as Parameters<typeof Readable.fromWeb>[0])
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === HEADER
  } finally {
    await handle.close()
  }
}

/** The bytes of an archive, opened where they are encrypted; throws what a person can do about it. */
export async function readOpened(file: string, key: Key | undefined): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file)
  if (!key)
    throw new Error('This backup is encrypted: name what opens it by --key FILE or --passphrase-file FILE.')
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) decrypter.addIdentity(identity)
  const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const opened = await decrypter.decrypt(source).catch((cause: unknown) => {
    throw new Error('This key or passphrase does not open this backup, or its beginning is damaged.', {
      cause,
    })
  })
  return Readable.fromWeb(opened as Parameters<typeof Readable.fromWeb>[0])
}
