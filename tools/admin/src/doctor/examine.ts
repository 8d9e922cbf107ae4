import type { Installation } from '../open.ts'
import { examineDatabase } from './database.ts'
import { examineArchive } from './archive.ts'
import { examineCertificate } from './certificate.ts'
import type { Finding } from './finding.ts'
import {
  examineAccounts,
  examineAddress,
  examineDisk,
  examineParts,
  examinePush,
  examineTwoStep,
  examineRedis,
  examineSecrets,
  examineWatchPort,
} from './surroundings.ts'

/** Everything that an installation needs, looked at once from this machine. */
export async function examine({
  env,
  folder,
  url,
}: Pick<Installation, 'env' | 'folder' | 'url'>): Promise<Finding[]> {
  return [
    ...(await examineDatabase(url)),
    // The database in DATA_DIR is backed up by `backup` alone.
    ...(env.DATABASE_URL ? await examineArchive(env.ARCHIVE_STATE, url) : []),
    await examineDisk(env, folder),
    ...examineSecrets(env, folder),
    ...(await examineAccounts(env, url)),
    ...(await examineWatchPort(env, url)),
    ...(await examineRedis(env)),
    ...(await examineParts(env, url)),
    ...examinePush(env, folder),
    examineTwoStep(env),
    ...examineCertificate(env),
    examineAddress(env),
  ]
}
