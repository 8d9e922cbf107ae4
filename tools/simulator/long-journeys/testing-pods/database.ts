import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresIds, startPostgres } from '@carewatch/launcher/embedded-postgres/embedded-postgres'
import type { Manifest } from '@carewatch/launcher/kubernetes/objects'
import pg from 'pg'
import { z } from 'zod'

const Cluster = z.looseObject({
  spec: z.looseObject({
    postgresql: z.looseObject({ parameters: z.record(z.string(), z.string()) }),
    bootstrap: z.object({
      initdb: z.looseObject({ database: z.string(), owner: z.string(), postInitSQL: z.array(z.string()) }),
    }),
  }),
})

/** A certificate for the name by which the parts call it, of an authority of its own; its own is what they are given. */
function certify(folder: string, host: string): string {
  const openssl = (...words: string[]): unknown =>
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=ca')
  openssl(
    'req',
    ...key,
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
    '-subj',
    `/CN=${host}`,
    '-addext',
    `subjectAltName=DNS:${host}`,
  )
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-copy_extensions',
    'copy',
    '-out',
    'server.crt',
    '-days',
    '2',
  )
  return readFileSync(join(folder, 'ca.crt'), 'utf8')
}

/** In place of CloudNativePG: PostgreSQL, begun as its manifest says, encrypted; without TimescaleDB, and without anybody who follows. */
export function prepareDatabase(manifest: Manifest, host: string, password: string) {
  const { bootstrap, postgresql } = Cluster.parse(manifest).spec
  const { owner, database, postInitSQL } = bootstrap.initdb
  const folder = mkdtempSync('/dev/shm/carewatch-database-')
  const authority = certify(folder, host)
  const ids = postgresIds()
  if (ids)
    for (const path of ['', 'server.key', 'server.crt']) chownSync(join(folder, path), ids.uid, ids.gid)
  let stop = async (): Promise<void> => {}
  const superuser = 'as nobody in the cluster signs in'

  async function begin(address: string): Promise<void> {
    const hba = join(folder, 'pg_hba.conf')
    writeFileSync(
      hba,
      'hostssl all all all scram-sha-256\nhostnossl postgres all all scram-sha-256\nhostnossl all postgres all scram-sha-256\n',
      { mode: 0o644 },
    )
    const { jit, max_connections } = postgresql.parameters
    const server = await startPostgres({
      folder: join(folder, 'data'),
      port: 5432,
      password: superuser,
      settings: {
        listen_addresses: address,
        hba_file: hba,
        jit: jit ?? 'off',
        max_connections: max_connections ?? '100',
        ssl: 'on',
        ssl_cert_file: join(folder, 'server.crt'),
        ssl_key_file: join(folder, 'server.key'),
      },
    })
    stop = server.stop
    // The one that made the folder has the owner's name.
    await sql(address, `create role postgres superuser login password '${superuser}'`, 'postgres', owner)
    const statements = [
      `alter role ${owner} rename to founder`,
      `create role ${owner} login password '${password}'`,
      ...postInitSQL,
      `create database ${database} owner ${owner}`,
    ]
    for (const statement of statements) await sql(address, statement)
  }
  const sql = async (
    host: string,
    statement: string,
    name = 'postgres',
    user = 'postgres',
  ): Promise<unknown[]> => {
    const client = new pg.Client({ host, port: 5432, user, password: superuser, database: name })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  return {
    authority,
    begin,
    sql: (address: string, statement: string) => sql(address, statement, database),
    close: async (): Promise<void> => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
