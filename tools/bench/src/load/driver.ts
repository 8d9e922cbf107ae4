import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Account, Answer, Measured, Order, Shape } from './job.ts'

/** The generator as the bench sees it. */
export async function startGenerator() {
  const child = fork(join(import.meta.dirname, 'main.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message')

  async function ask(order: Order): Promise<Answer> {
    const answered = once(child, 'message')
    child.send(order)
    // Safe: the generator sends nothing but answers.
    const [answer] = (await answered) as [Answer]
    if (answer.answer === 'failed') throw new Error(`The generator failed: ${answer.reason}`)
    return answer
  }

  return {
    pid: child.pid ?? 0,
    connect: async (port: number, accounts: Account[]): Promise<{ tookMs: number }> => {
      const answer = await ask({ order: 'connect', port, accounts })
      if (answer.answer !== 'connected' || answer.refused > 0)
        throw new Error(`Not every device could connect: ${JSON.stringify(answer)}`)
      return answer
    },
    run: async (shape: Shape): Promise<Measured> => {
      const answer = await ask({ order: 'run', shape })
      if (answer.answer !== 'measured') throw new Error('The generator answered something else.')
      return answer.measured
    },
    disconnect: (): Promise<Answer> => ask({ order: 'close' }),
    end: async (): Promise<void> => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

export type Generator = Awaited<ReturnType<typeof startGenerator>>
