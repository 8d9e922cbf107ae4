import { deleteAndShow, doAndShow } from '../page/done.ts'
import type { RowAction } from './RowMenu.tsx'

/** Active or not: the other of the two is offered. */
export const activation = (isActive: boolean, set: (isActive: boolean) => Promise<unknown>): RowAction => ({
  label: isActive ? 'action.deactivate' : 'action.activate',
  run: () => void doAndShow('done.statusChanged', () => set(!isActive)),
})

export const deletion = (remove: () => Promise<unknown>): RowAction => ({
  label: 'action.delete',
  isDangerous: true,
  run: () => void deleteAndShow(remove),
})
