import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { sendPicture } from '../../http/send-picture.ts'
import type { Inputs } from '../form/inputs.ts'

type Props = { form: Inputs; name: string; imageUrl: string | null }

/** One picture of a row: it is sent when it is chosen, and hung up when the form is saved. */
export function PictureField({ form, name, imageUrl }: Props) {
  const intl = useIntl()
  const { value, onChange, error } = form.getInputProps(name)
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const isShown = value !== null && (file !== null || imageUrl !== null)
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    setSending(true)
    const uuid = await attempt(() => sendPicture(chosen))
    setSending(false)
    if (!uuid) return
    setFile(chosen)
    onChange(uuid)
  }
  return (
    <Input.Wrapper
      label={intl.formatMessage({ id: 'picture.label' })}
      description={intl.formatMessage({ id: 'picture.hint' })}
      error={error}
      labelElement="div"
      size="md"
    >
      <Group mt="xs">
        <FileButton accept="image/jpeg,image/png" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isSending}
              leftSection={<IconPhotoUp size={18} aria-hidden />}
            >
              <FormattedMessage id={isShown ? 'picture.other' : 'picture.choose'} />
            </Button>
          )}
        </FileButton>
        {isShown ? (
          <Button variant="subtle" onClick={() => onChange(null)}>
            <FormattedMessage id="picture.none" />
          </Button>
        ) : null}
        <Text size="sm" c="dimmed" component="output">
          {isShown ? <bdi>{file?.name ?? intl.formatMessage({ id: 'picture.kept' })}</bdi> : null}
        </Text>
      </Group>
    </Input.Wrapper>
  )
}
