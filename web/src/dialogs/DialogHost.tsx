import { Center, Loader, Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DIALOG_AUTO_CLOSE_MS } from '@carewatch/contracts/numbers'
import { Failure } from '../http/failure.ts'
import { everyText } from '../i18n/intl.ts'
import { isLostCode } from '../http/lost-code.ts'
import { confirmedLeaving } from '../ui/form/confirm.tsx'
import { hasUnsaved } from '../ui/form/unsaved.ts'
import { failureOf, loadAgain } from '../ui/page/load-failure.ts'
import { snackFailure } from '../feedback/snack.ts'
import type { Dialog, Ready } from './dialog.ts'
import styles from './DialogHost.module.css'
import { isHeldAtom } from './escape.ts'
import { giveFocusBack } from './focus.ts'
import { closeDialog, type Opened, openedDialog, reopenDialog } from './open.ts'
import { registry } from '../dialog-registry.ts'

type Stage =
  | { is: 'loading'; dialog?: Dialog<never> }
  | { is: 'ready'; dialog: Dialog<never>; ready: Ready }
  | { is: 'failed'; dialog?: Dialog<never>; error?: unknown }

async function stageOf({ name, props }: Opened, show: (stage: Stage) => void): Promise<Stage> {
  show({ is: 'loading' })
  try {
    const [dialog]: [Dialog<never>, void] = await Promise.all([registry[name](), everyText()])
    show({ is: 'loading', dialog })
    // Safe: a name is opened with its own props (open.ts).
    const ready = await dialog.prepare(props as never)
    return ready ? { is: 'ready', dialog, ready } : { is: 'failed', dialog }
  } catch (error) {
    return { is: 'failed', error }
  }
}

/** Why it did not open, as every other refusal is shown, and the way to try again. */
function showFailure(opened: Opened, error: unknown): void {
  const isKnown = error instanceof Failure || isLostCode(error)
  if (!isKnown) reportError(error)
  snackFailure(failureOf(error), () => (isLostCode(error) ? void loadAgain() : reopenDialog(opened)))
}

function useStage(opened: Opened): Stage {
  const [stage, setStage] = useState<Stage>({ is: 'loading' })
  useEffect(() => {
    let isGone = false
    const show = (next: Stage) => {
      if (isGone) return
      setStage(next)
      if (next.is === 'failed' && next.error !== undefined) showFailure(opened, next.error)
    }
    void stageOf(opened, show).then(show)
    return () => {
      isGone = true
    }
  }, [opened])
  return stage
}

function Failed() {
  useEffect(() => {
    const timer = setTimeout(closeDialog, DIALOG_AUTO_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Text role="alert" ta="center" py="xl">
      <FormattedMessage id="dialog.failed" />
    </Text>
  )
}

function Loading() {
  const intl = useIntl()
  return (
    <Center component="output" py="xl" aria-label={intl.formatMessage({ id: 'loading' })}>
      <Loader />
    </Center>
  )
}

async function leave(): Promise<void> {
  if (!hasUnsaved() || (await confirmedLeaving())) closeDialog()
}

function Title({ stage }: { stage: Stage }) {
  if (!stage.dialog) return null
  const suffix = stage.is === 'ready' ? stage.ready.suffix : null
  return (
    <>
      <FormattedMessage id={stage.dialog.title} />
      {suffix ? (
        <>
          {' · '}
          <bdi>{suffix}</bdi>
        </>
      ) : null}
    </>
  )
}

function OneDialog({ opened }: { opened: Opened }) {
  const intl = useIntl()
  const stage = useStage(opened)
  const isPhone = useMediaQuery('(max-width: 37.5em)') ?? false
  const isHeld = useAtomValue(isHeldAtom)
  const close = useCallback(() => void leave(), [])
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      closeOnEscape={!isHeld}
      fullScreen={isPhone}
      size={stage.dialog?.size ?? 'md'}
      title={<Title stage={stage} />}
      classNames={{ content: styles['content'] ?? '', title: styles['title'] ?? '' }}
      closeButtonProps={{ 'aria-label': intl.formatMessage({ id: 'action.close' }), size: 44, iconSize: 20 }}
    >
      {stage.is === 'ready' ? (
        stage.ready.show(closeDialog)
      ) : stage.is === 'failed' ? (
        <Failed />
      ) : (
        <Loading />
      )}
    </Modal>
  )
}

/** Shows the one dialog that is open (specification, point 2: Dialogs). */
export function DialogHost() {
  const opened = useAtomValue(openedDialog)
  // The modal is drawn only while it is open, so it cannot give the focus back by itself.
  // One that follows another leaves it to what opened the first.
  const isOpen = opened !== null
  useEffect(() => (isOpen ? giveFocusBack : undefined), [isOpen])
  return opened ? <OneDialog key={opened.name} opened={opened} /> : null
}
