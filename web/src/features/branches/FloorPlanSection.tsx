import {
  deleteFloorPlan,
  type floorPlan,
  floorPlanTypes,
  sendFloorPlan,
} from '@carewatch/contracts/http/floor-plans'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { FloorPlanPicture, spotStyle } from '../../floor-plan/FloorPlanPicture.tsx'
import { call, sendForm } from '../../http/call.ts'
import { smallPicture } from '../../http/small-picture.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndShow, doAndShow } from '../../ui/page/done.ts'
import { Section } from '../../ui/page/Section.tsx'
import styles from './FloorPlan.module.css'

type Named = { uuid: string; name: string }
type Props = Reply<typeof floorPlan> & { branch: Named }

async function send(file: File, uuid: string): Promise<void> {
  const form = new FormData()
  form.append('file', await smallPicture(file))
  await sendForm(sendFloorPlan, { params: { uuid } }, form)
}

function Buttons({ branch, plan, rooms }: Props) {
  const [isSending, setSending] = useState(false)
  const { uuid } = branch
  const choose = async (file: File | null) => {
    if (!file) return
    setSending(true)
    await doAndShow('done.saved', () => send(file, uuid))
    setSending(false)
  }
  return (
    <Group>
      <FileButton accept={floorPlanTypes.join()} onChange={(file) => void choose(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isSending}
            leftSection={<IconPhotoUp size={18} aria-hidden />}
          >
            <FormattedMessage id={plan ? 'picture.other' : 'picture.choose'} />
          </Button>
        )}
      </FileButton>
      {plan && rooms.length > 0 ? (
        <Button variant="default" onClick={() => openDialog('placeRooms', { branch })}>
          <FormattedMessage id="plan.place" />
        </Button>
      ) : null}
      {plan ? (
        <Button
          variant="subtle"
          onClick={() => void deleteAndShow(() => call(deleteFloorPlan, { params: { uuid } }))}
        >
          <FormattedMessage id="plan.remove" />
        </Button>
      ) : null}
    </Group>
  )
}

/** The picture of a branch with its rooms on it, as the ward shows it. */
export function FloorPlanSection(props: Props) {
  const may = useMay()
  const { plan, rooms } = props
  return (
    <Section title="plan.title" actions={may(sendFloorPlan) ? <Buttons {...props} /> : null}>
      {plan ? (
        <FloorPlanPicture plan={plan}>
          <ul className={styles['rooms']}>
            {rooms.map(({ uuid, name, spot }) =>
              spot ? (
                <li key={uuid} className={styles['room']} style={spotStyle(spot)}>
                  <bdi>{name}</bdi>
                </li>
              ) : null,
            )}
          </ul>
        </FloorPlanPicture>
      ) : (
        <Text>
          <FormattedMessage id="plan.none" />
        </Text>
      )}
      {may(sendFloorPlan) ? (
        <Text c="dimmed" size="sm">
          <FormattedMessage id="plan.pictureHint" />
        </Text>
      ) : null}
    </Section>
  )
}
