import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '@carewatch/launcher/installed'
import { freePort } from '@carewatch/launcher/ports'

const PLACES = ['/usr/bin/redis-server', '/opt/homebrew/bin/redis-server']
const FORGETFUL = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export const findRedis = (): string | undefined => findProgram(PLACES, 'redis-server')

/** A Redis that keeps nothing: whoever kills it takes all of its memory with it. Undefined: there is none to be had here. */
export async function openRedis() {
  const program = findRedis()
  if (!program) return undefined
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(program, ['--port', String(port), ...FORGETFUL], { stdio: 'ignore' })
    while (!(await isListening(port))) await wait(20)
    return started
  }
  let server = await start()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    port,
    signal: (name: NodeJS.Signals): void => void server.kill(name),
    kill: () => end('SIGKILL'),
    start: async (): Promise<void> => {
      server = await start()
    },
    close: () => end('SIGTERM'),
  }
}
export type Redis = NonNullable<Awaited<ReturnType<typeof openRedis>>>
