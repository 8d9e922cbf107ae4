import { Button, Modal, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { endingAtom } from '../session/sign-in-end.ts'

/** A screen that nobody touches is signed out; before that it asks, and any key or touch is the answer. */
export function StillThere() {
  const ending = useAtomValue(endingAtom)
  const seconds = ending?.why === 'idle' ? ending.seconds : null
  return (
    <Modal
      opened={seconds !== null}
      onClose={() => {}}
      withCloseButton={false}
      zIndex={500}
      title={<FormattedMessage id="idle.title" />}
    >
      <Stack>
        <Text>
          <FormattedMessage id="idle.why" />
        </Text>
        <Text fz={40} fw={700} ta="center" role="timer">
          <FormattedMessage id="idle.seconds" values={{ n: seconds ?? 0 }} />
        </Text>
        <Button data-autofocus>
          <FormattedMessage id="idle.here" />
        </Button>
      </Stack>
    </Modal>
  )
}
