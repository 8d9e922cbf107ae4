import { handOverDuty as contract } from '@carewatch/contracts/http/duty'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { nursesOf } from './nurses.ts'

type Props = DialogProps['handOverDuty']
type BodyProps = { props: Props; loaded: readonly Option[]; close: () => void }

function HandOver({ props: { duty }, loaded: nurses, close }: BodyProps) {
  const form = useEndpointForm({
    endpoint: contract,
    initial: { dutyUUID: duty.uuid, userUUID: '' },
    onDone: () => {
      close()
      showDone('duty.handedOver')
    },
  })
  return (
    <EndpointForm form={form} submit="duty.handOver" onCancel={close}>
      <Text>
        <FormattedMessage id="duty.handOverWhy" />
      </Text>
      <Fields
        form={form}
        fields={[{ kind: 'select', name: 'userUUID', label: 'duty.to.who', required: true, options: nurses }]}
      />
    </EndpointForm>
  )
}

/** Hands a duty over to somebody else, until its end. */
export const handOverDuty = dialog<Props, readonly Option[]>({
  title: 'duty.handOver',
  suffix: ({ duty }) => duty.user.name,
  load: async ({ branch, duty }) =>
    (await nursesOf(branch.uuid)).filter(({ value }) => value !== duty.user.uuid),
  Body: HandOver,
})
