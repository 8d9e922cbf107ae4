import { newDuty } from '@carewatch/contracts/http/duty'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Option } from '../../ui/form/fields.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { fromWall, toWall } from '../../i18n/wall.ts'
import { type EndpointForm as Form, useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { nursesOf } from './nurses.ts'
import { type QuickPick, quickPicks, spanOf } from './quick.ts'

type Props = DialogProps['addDuty']
type Values = { userUUID: string; from: string; to: string }

const wallsOf = (pick: QuickPick, zone: string) => {
  const { from, to } = spanOf(pick, new Date(), zone)
  return { from: toWall(from, zone), to: toWall(to, zone) }
}

function Times({ form, zone }: { form: Form<Values>; zone: string }) {
  const intl = useIntl()
  const field = (name: 'from' | 'to') => (
    <TextInput
      type="datetime-local"
      dir="ltr"
      flex="1 1 14rem"
      max="9999-12-31T23:59"
      label={intl.formatMessage({ id: `duty.${name}` })}
      withAsterisk
      {...form.getInputProps(name)}
    />
  )
  return (
    <>
      <Group gap="xs">
        {quickPicks.map((pick) => (
          <Button key={pick} variant="default" onClick={() => form.setValues(wallsOf(pick, zone))}>
            <span>
              <FormattedMessage
                id={`duty.quick.${pick}`}
                values={{ hours: <Ltr key="hours">23:00–07:00</Ltr> }}
              />
            </span>
          </Button>
        ))}
      </Group>
      <Group align="flex-start">
        {field('from')}
        {field('to')}
      </Group>
      <Text size="sm" c="dimmed">
        <FormattedMessage id="duty.zone" values={{ zone: <bdi key="zone">{zone}</bdi> }} />
      </Text>
    </>
  )
}

type BodyProps = { props: Props; loaded: readonly Option[]; close: () => void }

function AddDuty({ props: { branch }, loaded: nurses, close }: BodyProps) {
  const { uuid: branchUUID, timeZone: zone } = branch
  const form = useEndpointForm<typeof newDuty, Values>({
    endpoint: newDuty,
    initial: { userUUID: '', ...wallsOf('nowFor8', zone) },
    body: ({ userUUID, from, to }) => ({
      branchUUID,
      ...(userUUID && { userUUID }),
      from: fromWall(from, zone)?.toISOString() ?? '',
      to: fromWall(to, zone)?.toISOString() ?? '',
    }),
    onDone: () => {
      close()
      showDone('done.added')
    },
  })
  return (
    <EndpointForm form={form} submit="duty.add" onCancel={close}>
      <Fields
        form={form}
        fields={[{ kind: 'select', name: 'userUUID', label: 'duty.who', required: true, options: nurses }]}
      />
      <Times form={form} zone={zone} />
    </EndpointForm>
  )
}

/** Puts somebody on duty in a branch, by the branch's own clocks. */
export const addDuty = dialog<Props, readonly Option[]>({
  title: 'duty.add',
  suffix: ({ branch }) => branch.name,
  load: ({ branch }) => nursesOf(branch.uuid),
  Body: AddDuty,
})
