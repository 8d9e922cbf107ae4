import { Connection } from './connection.ts'
import type { Answer, Order } from './job.ts'
import { runShape } from './run.ts'

/** A process of its own, ordered over IPC: connect, run as often as wanted, close. */
const AT_ONCE = 100
let connections: Connection[] = []

const answer = (message: Answer): void => void process.send?.(message)

async function connectAll({ port, accounts }: Extract<Order, { order: 'connect' }>): Promise<void> {
  const startedAt = performance.now()
  let refused = 0
  for (let from = 0; from < accounts.length; from += AT_ONCE) {
    const opened = await Promise.allSettled(
      accounts.slice(from, from + AT_ONCE).map((account) => Connection.open(port, account)),
    )
    for (const one of opened) {
      if (one.status === 'fulfilled') connections.push(one.value)
      else refused++
    }
  }
  answer({
    answer: 'connected',
    connections: connections.length,
    refused,
    tookMs: performance.now() - startedAt,
  })
}

function closeAll(): void {
  for (const { socket } of connections) socket.destroy()
  connections = []
  answer({ answer: 'closed' })
}

async function carryOut(order: Order): Promise<void> {
  if (order.order === 'connect') await connectAll(order)
  else if (order.order === 'run')
    answer({ answer: 'measured', measured: await runShape(connections, order.shape) })
  else closeAll()
}

process.on('message', (order: Order) => {
  carryOut(order).catch((error: Error) => answer({ answer: 'failed', reason: error.message }))
})
process.once('disconnect', () => process.exit(0))
answer({ answer: 'closed' })
