import { HandOver } from '@carewatch/contracts/hand-over'
import { SNACKBAR_MS } from '@carewatch/contracts/numbers'
import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { failureMessageId, type Failure } from '../http/failure.ts'
import { currentIntl } from '../i18n/intl.ts'
import { SnackRetry } from './SnackRetry.tsx'

type Variant = 'success' | 'info' | 'error'
type Snack = { variant: Variant; status: number; message: string; retry?: (() => void) | undefined }

function showSnack({ variant, status, message, retry }: Snack): void {
  const text = `${variant.toUpperCase()}: ${status} - ${message}`
  const again = () => {
    notifications.hide(text)
    retry?.()
  }
  notifications.show({
    id: text,
    message: retry ? createElement(SnackRetry, { text, again }) : text,
    autoClose: SNACKBAR_MS,
    withCloseButton: true,
    className: `snack snack-${variant}`,
    closeButtonProps: { 'aria-label': currentIntl().formatMessage({ id: 'action.close' }) },
  })
}

/** The one passing message: "VARIANT: status - message", five seconds, dismissible. */
export const snack = (variant: Variant, status: number, message: string): void =>
  showSnack({ variant, status, message })

/** What somebody else has to take over first, where that is why. */
function handOverText({ context }: Failure): string {
  const left = HandOver.safeParse(context).data?.handOver ?? []
  const intl = currentIntl()
  return left.map(({ kind, name }) => intl.formatMessage({ id: `handOver.${kind}` }, { name })).join(', ')
}

export function failureText(failure: Failure): string {
  const { serverText, status } = failure
  const text = serverText ?? currentIntl().formatMessage({ id: failureMessageId(status) })
  const what = handOverText(failure)
  return what === '' ? text : `${text}: ${what}`
}

/** `retry`: where it can be tried again from here. */
export const snackFailure = (failure: Failure, retry?: () => void): void =>
  showSnack({ variant: 'error', status: failure.status, message: failureText(failure), retry })
