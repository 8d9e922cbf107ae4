import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectionOptions, type Server, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SOON } from '../testing.ts'
import { createTlsListener } from './tls.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

function makeCertificate(folder: string, name: string): void {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.cert`)]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...files, '-subj', `/CN=${name}`], { stdio: 'ignore' })
}

describe.skipIf(!hasOpenssl)('the TLS door', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-certificates-'))
  const files = { cert: join(folder, 'now.cert'), key: join(folder, 'now.key') }
  const use = (name: string, part: 'cert' | 'key') =>
    copyFileSync(join(folder, `${name}.${part}`), files[part])
  const onReload = vi.fn<(error?: Error) => void>()
  const open: TLSSocket[] = []
  let node: Server
  let port: number

  beforeAll(async () => {
    for (const name of ['old', 'new']) makeCertificate(folder, name)
    use('old', 'cert')
    use('old', 'key')
    node = createTlsListener({
      files,
      onConnection: () => {},
      onSocket: (socket) => socket.resume(),
      onReload,
      lookEveryMs: 20,
    })
    node.listen(0, '127.0.0.1')
    await once(node, 'listening')
    // Safe: it listens on a port.
    port = (node.address() as AddressInfo).port
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => {
    node.close()
    rmSync(folder, { recursive: true })
  })

  const shake = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
    open.push(socket)
    await once(socket, 'secureConnect')
    return socket
  }
  const nameOf = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN

  it('speaks TLS 1.3, and 1.2 with forward secrecy', async () => {
    expect((await shake()).getProtocol()).toBe('TLSv1.3')
    const older = await shake({ maxVersion: 'TLSv1.2' })
    expect(older.getCipher().name).toMatch(/^ECDHE-.*(GCM|POLY1305)/)
  })

  it.each<[string, ConnectionOptions]>([
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    [
      'CBC, or anything else without authentication',
      { maxVersion: 'TLSv1.2', ciphers: 'ALL:!AESGCM:!CHACHA20@SECLEVEL=0' },
    ],
    ['a key exchange without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384' }],
  ])('refuses %s', async (_, options) => {
    await expect(shake(options)).rejects.toThrow(/alert|protocol|cipher/i)
  })

  it('refuses to renegotiate', async () => {
    const socket = await shake({ maxVersion: 'TLSv1.2' })
    const ended = once(socket, 'error')
    socket.renegotiate({}, () => {})
    expect(String(await ended)).toMatch(/renegotiation/i)
  })

  it('shows a renewed certificate without a restart, keeps its lines, and keeps the old one until the pair fits', async () => {
    const before = await shake()
    expect(nameOf(before)).toBe('old')
    use('new', 'cert')
    await vi.waitFor(() => expect(onReload).toHaveBeenCalledWith(expect.any(Error)), SOON)
    expect(nameOf(await shake())).toBe('old')
    use('new', 'key')
    await vi.waitFor(() => expect(onReload).toHaveBeenLastCalledWith(), SOON)
    expect(nameOf(await shake())).toBe('new')
    expect(before.destroyed).toBe(false)
  })
})
