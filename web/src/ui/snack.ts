import { SNACKBAR_MS } from '@carewatch/contracts/numbers'
import { notifications } from '@mantine/notifications'
import { failureMessageId, type Failure } from '../http/failure.ts'
import { currentIntl } from '../i18n/intl.ts'

type Variant = 'success' | 'info' | 'error'

/** The one way to tell in passing: "VARIANT: status - message", five seconds, dismissible. */
export function snack(variant: Variant, status: number, message: string): void {
  const text = `${variant.toUpperCase()}: ${status} - ${message}`
  notifications.show({
    id: text,
    message: text,
    autoClose: SNACKBAR_MS,
    withCloseButton: true,
    className: `snack snack-${variant}`,
    closeButtonProps: { 'aria-label': currentIntl().formatMessage({ id: 'action.close' }) },
  })
}

export const failureText = ({ said, status }: Failure): string =>
  said ?? currentIntl().formatMessage({ id: failureMessageId(status) })

export const snackFailure = (failure: Failure): void => snack('error', failure.status, failureText(failure))
