import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../env.ts'

const Healthcheck = z.object({ healthcheck: z.object({ test: z.array(z.string()).min(2) }) })
const compose: unknown = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true })
const { healthcheck } = z.looseObject({ 'x-app': Healthcheck }).parse(compose)['x-app']
const [, program = '', ...words] = healthcheck.test

const toClose: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(toClose.splice(0).map((close) => close())))

async function partThat(answers: RequestListener): Promise<number> {
  const server = createServer(answers).listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  // Safe: a TCP server's address is an object.
  return (server.address() as AddressInfo).port
}

/** What the health check of docker-compose.yml says of whoever listens there. */
async function isHealthy(port: number): Promise<boolean> {
  const env = { ...process.env, METRICS_PORT: String(port) }
  const probe = spawn(program, words, { cwd: ROOT, env, stdio: 'ignore' })
  const [code] = (await once(probe, 'exit')) as [number | null]
  return code === 0
}

/** As in the image; not everywhere as on Debian. */
const hasPrograms = ['timeout', 'bash'].every((name) => spawnSync(name, ['--version']).status === 0)
describe.skipIf(!hasPrograms)('the health check of the containers', () => {
  it('asks what a part says of its life, and takes its 200 alone for health', async () => {
    const asked: unknown[] = []
    const port = await partThat(({ url }, response) => {
      asked.push(url)
      response.writeHead(200).end('{"staying":false}')
    })
    expect(await isHealthy(port)).toBe(true)
    expect(asked).toEqual(['/health/live'])
  })

  it.each([503, 404, 500, 204])('is false for a part that answers %i', async (status) => {
    const port = await partThat((_, response) => response.writeHead(status).end('200'))
    expect(await isHealthy(port)).toBe(false)
  })

  it('is false for a part that takes the call and never answers, by a limit of its own', async () => {
    expect(await isHealthy(await partThat(() => {}))).toBe(false)
  })

  it('is false where nobody listens', async () => {
    const port = await partThat(() => {})
    await toClose.pop()?.()
    expect(await isHealthy(port)).toBe(false)
  })
})
