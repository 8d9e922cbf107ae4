import { setNickname } from '@carewatch/contracts/http/nicknames'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { refreshNotifications } from '../../live/refresh.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'

type Props = DialogProps['nickname']

/** What a family calls somebody; emptied, it is their own name again. */
function Nickname({ props: { wearer }, close }: { props: Props; close: () => void }) {
  const form = useEndpointForm({
    endpoint: setNickname,
    initial: { nickname: wearer.name },
    body: ({ nickname }) => ({ wearerUUID: wearer.uuid, nickname }),
    onDone: async () => {
      close()
      showDone('done.saved')
      await refreshNotifications()
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields
        form={form}
        fields={[{ kind: 'text', name: 'nickname', label: 'nickname.field', hint: 'nickname.hint' }]}
      />
    </EndpointForm>
  )
}

export const nickname = dialog<Props>({
  title: 'nickname.title',
  suffix: ({ wearer }) => wearer.name,
  Body: Nickname,
})
