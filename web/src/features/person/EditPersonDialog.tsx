import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { updateSelf, updateUser, userDetail } from '@carewatch/contracts/http/users'
import { givableRoles } from '@carewatch/contracts/permissions'
import { useAtom } from 'jotai'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { userAtom } from '../../session/session.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { nameOf } from './name-of.ts'
import { bodyOf, type PersonValues, valuesOf } from './person-body.ts'
import { personalFields, standingFields } from './person-fields.ts'

type Props = { person: UserDetail; close: () => void }

const password: Field = {
  kind: 'password',
  name: 'password',
  label: 'password.old',
  hint: 'password.forNumber',
  required: true,
}

function EditOneself({ person, close }: Props) {
  const intl = useIntl()
  const [me, setMe] = useAtom(userAtom)
  const ownBody = ({ password, ...values }: PersonValues & { password: string }) => {
    const body = bodyOf(person, values)
    return 'contactNumber' in body ? { ...body, password } : body
  }
  const form = useEndpointForm({
    endpoint: updateSelf,
    initial: { ...valuesOf(person), password: '' },
    body: ownBody,
    onDone: ({ user: { firstName, lastName, userName, timeZone } }) => {
      if (me) setMe({ ...me, firstName, lastName, userName, timeZone })
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={personalFields(intl)} />
      {'contactNumber' in ownBody(form.values) ? <Fields form={form} fields={[password]} /> : null}
    </EndpointForm>
  )
}

function EditAnother({ person, close }: Props) {
  const intl = useIntl()
  const [me] = useAtom(userAtom)
  const form = useEndpointForm({
    endpoint: updateUser,
    params: { uuid: person.uuid },
    initial: valuesOf(person),
    body: (values) => bodyOf(person, values),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const roles = (me && givableRoles[me.role]) ?? []
  const fields = [
    ...personalFields(intl),
    ...standingFields(intl, { person, roles, withCompany: me?.role === 'ADMIN' }),
  ]
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

function EditPerson({ loaded: person, close }: { loaded: UserDetail; close: () => void }) {
  const [me] = useAtom(userAtom)
  const Form = me?.uuid === person.uuid ? EditOneself : EditAnother
  return <Form person={person} close={close} />
}

export const editPerson = dialog<{ uuid: string }, UserDetail>({
  title: 'person.edit',
  suffix: (_, person) => nameOf(person),
  size: 'lg',
  load: async ({ uuid }) => (await call(userDetail, { params: { uuid } })).user,
  Body: EditPerson,
})
