import { uploadComplete } from '@carewatch/contracts/http/uploads'
import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { doAndShow } from '../../ui/page/done.ts'

async function hangUp(file: File, wearerUUID: string): Promise<void> {
  const uuid = await sendPicture(file, 'wearer')
  if (uuid) await call(uploadComplete, { body: { uuids: [uuid], type: 'wearer', wearerUUID } })
}

/** The photo of a person under care: by it a nurse who is new knows who lies in which bed. */
export function ChoosePhoto({ of }: { of: string }) {
  const [isSending, setSending] = useState(false)
  const send = async (file: File | null) => {
    if (!file) return
    setSending(true)
    await doAndShow('done.saved', () => hangUp(file, of))
    setSending(false)
  }
  return (
    <FileButton accept="image/jpeg,image/png" onChange={(file) => void send(file)}>
      {(props) => (
        <Button {...props} variant="subtle" loading={isSending}>
          <FormattedMessage id="picture.choose" />
        </Button>
      )}
    </FileButton>
  )
}
