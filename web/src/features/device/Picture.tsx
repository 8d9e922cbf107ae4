import { updateDevice } from '@carewatch/contracts/http/device-changes'
import { uploadComplete, uploadFile } from '@carewatch/contracts/http/uploads'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconDeviceWatch, IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { call, sendForm } from '../../http/call.ts'
import { smallPicture } from '../../http/small-picture.ts'
import { useMay } from '../../session/may.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { usePicture } from '../../ui/people/use-picture.ts'
import type { Detail } from './load.ts'
import styles from './Picture.module.css'

type Shrunk = { from: number; to: number }

async function hangUp(deviceUUID: string, file: File): Promise<void> {
  const form = new FormData()
  form.append('file', file)
  const { files } = await sendForm(uploadFile, { query: { type: 'device' } }, form)
  await call(uploadComplete, { body: { uuids: files.map(({ uuid }) => uuid), type: 'device', deviceUUID } })
}

function Size({ bytes }: { bytes: number }) {
  const intl = useIntl()
  const isBig = bytes >= 1_000_000
  return (
    <bdi>
      {intl.formatNumber(isBig ? bytes / 1_000_000 : Math.ceil(bytes / 1_000), {
        style: 'unit',
        unit: isBig ? 'megabyte' : 'kilobyte',
        maximumFractionDigits: 1,
      })}
    </bdi>
  )
}

function Change({ device: { uuid }, imageUrl }: Pick<Detail, 'device' | 'imageUrl'>) {
  const [isSending, setSending] = useState(false)
  const [shrunk, setShrunk] = useState<Shrunk | null>(null)
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    setSending(true)
    const file = await smallPicture(chosen)
    setShrunk(file === chosen ? null : { from: chosen.size, to: file.size })
    await doAndShow('done.saved', () => hangUp(uuid, file))
    setSending(false)
  }
  const remove = () =>
    void doAndShow('done.saved', () => call(updateDevice, { params: { uuid }, body: { imageUrl: null } }))
  return (
    <div>
      <Group gap="xs">
        <FileButton accept="image/jpeg,image/png" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isSending}
              leftSection={<IconPhotoUp size={18} aria-hidden />}
            >
              <FormattedMessage id={imageUrl ? 'picture.other' : 'picture.choose'} />
            </Button>
          )}
        </FileButton>
        {imageUrl ? (
          <Button variant="subtle" onClick={remove}>
            <FormattedMessage id="picture.none" />
          </Button>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" mt={4} component="output">
        {shrunk ? (
          <FormattedMessage
            id="picture.shrunk"
            values={{
              from: <Size key="from" bytes={shrunk.from} />,
              to: <Size key="to" bytes={shrunk.to} />,
            }}
          />
        ) : (
          <FormattedMessage id="picture.hintShrinks" />
        )}
      </Text>
    </div>
  )
}

/** The picture of whoever wears the watch. */
export function Picture({ device, imageUrl }: Pick<Detail, 'device' | 'imageUrl'>) {
  const intl = useIntl()
  const may = useMay()
  const address = usePicture(imageUrl)
  return (
    <div className={styles['picture']}>
      {address ? (
        <img
          src={address}
          alt={intl.formatMessage({ id: 'picture.of' }, { name: device.name })}
          className={styles['image']}
        />
      ) : (
        <span className={styles['none']}>
          <IconDeviceWatch size={40} stroke={1.5} aria-hidden />
        </span>
      )}
      {may(updateDevice) ? <Change device={device} imageUrl={imageUrl} /> : null}
    </div>
  )
}
