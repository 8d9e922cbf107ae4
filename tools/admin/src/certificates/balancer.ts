import { once } from 'node:events'
import { connect } from 'node:net'

const ANSWERS_WITHIN_MS = 5_000

/** What HAProxy answers to one command of its runtime API. */
export async function ask(socketPath: string, command: string): Promise<string> {
  const socket = connect(socketPath).setEncoding('utf8')
  socket.setTimeout(ANSWERS_WITHIN_MS, () => socket.destroy(new Error('the balancer does not answer')))
  let answer = ''
  socket.on('data', (text: string) => {
    answer += text
  })
  socket.write(`${command}\n`)
  await once(socket, 'end')
  socket.destroy()
  return answer
}

/** By which it is known which certificate it shows to new connections. */
export const shownFingerprint = async (socketPath: string, file: string): Promise<string | undefined> =>
  /^SHA1 FingerPrint: (\w+)/m.exec(await ask(socketPath, `show ssl cert ${file}`))?.[1]

/** From now on new connections are shown this one; those that are open go on. */
export async function show(socketPath: string, file: string, pem: string): Promise<void> {
  // Its payload ends with the first empty line.
  await ask(socketPath, `set ssl cert ${file} <<\n${pem.trim()}\n`)
  const answer = await ask(socketPath, `commit ssl cert ${file}`)
  if (!answer.includes('Success!'))
    throw new Error(`the balancer keeps its certificate: ${answer.trim().replaceAll(/\s+/g, ' ')}`)
}
