import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { currentIntl } from '../../i18n/intl.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { modalsReady } from '../modals-ready.ts'

type Question = { title: MessageId; body: ReactNode; confirm?: MessageId; isDangerous?: boolean }

/** Asks before something that cannot be taken back; resolves to the answer. */
export async function confirmed({
  title,
  body,
  confirm = 'action.confirm',
  isDangerous,
}: Question): Promise<boolean> {
  await modalsReady()
  const intl = currentIntl()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: intl.formatMessage({ id: title }),
      // Over the dialog that it asks about.
      zIndex: 400,
      children: body,
      labels: {
        confirm: intl.formatMessage({ id: confirm }),
        cancel: intl.formatMessage({ id: 'action.cancel' }),
      },
      ...(isDangerous && { confirmProps: { color: 'red' } }),
      closeButtonProps: { 'aria-label': intl.formatMessage({ id: 'action.close' }), size: 44, iconSize: 20 },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}

/** 'Confirm Leaving' of the specification (point 2). */
export const confirmedLeaving = (): Promise<boolean> =>
  confirmed({
    title: 'leaving.title',
    body: currentIntl().formatMessage({ id: 'leaving.body' }),
    isDangerous: true,
  })

/** 'Are you sure you wish to delete this permanently?' */
export const confirmedDelete = (): Promise<boolean> =>
  confirmed({
    title: 'delete.title',
    body: currentIntl().formatMessage({ id: 'delete.body' }),
    confirm: 'action.delete',
    isDangerous: true,
  })
