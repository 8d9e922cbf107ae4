import type { Client } from 'aedes'
import memory from 'aedes-persistence'
import { expect, it, vi } from 'vitest'
import { guardedPersistence } from './persistence.ts'

type Store = { outgoingClearMessageId: (client: object, packet: object) => Promise<unknown> }

/** The store of aedes itself, and what it was asked. */
function openStore() {
  // Safe: what aedes 1.2 asks of a persistence; the types of aedes-persistence 11 still say callbacks.
  const store = memory() as unknown as Store
  const asked = vi.spyOn(store, 'outgoingClearMessageId')
  // Safe: the same object, guarded.
  const guarded = guardedPersistence(store, () => true) as Store
  return { guarded, asked }
}
const acknowledge = ({ guarded }: ReturnType<typeof openStore>, client: Pick<Client, 'id' | 'clean'>) =>
  guarded.outgoingClearMessageId(client, { messageId: 7 })

it('keeps nothing of who has no session that is kept, however many names acknowledge something', async () => {
  const store = openStore()
  for (let number = 0; number < 100; number++)
    expect(await acknowledge(store, { id: `program/${number}`, clean: true })).toBeUndefined()
  expect(store.asked).not.toHaveBeenCalled()
})

it('asks for what waits in a session that is kept', async () => {
  const store = openStore()
  await acknowledge(store, { id: 'watch/kept', clean: false })
  expect(store.asked).toHaveBeenCalledOnce()
})
