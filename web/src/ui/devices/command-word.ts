import type { Command } from '@carewatch/contracts/http/device-commands'

/** Something may still come of it. */
export const isOpenCommand = ({ state, doneAt }: Pick<Command, 'state' | 'doneAt'>): boolean =>
  (state === 'QUEUED' || state === 'SENT') && doneAt === null

/** The text of its state; one that was sent and ended is of a model that does not confirm. */
export const commandWord = ({
  state,
  doneAt,
}: Pick<Command, 'state' | 'doneAt'>): Command['state'] | 'SENT_ONLY' =>
  state === 'SENT' && doneAt !== null ? 'SENT_ONLY' : state
