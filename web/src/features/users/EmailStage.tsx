import { Fields } from '../../ui/form/Fields.tsx'
import type { NewUserForm } from './use-new-user.ts'

export const EmailStage = ({ form }: { form: NewUserForm }) => (
  <Fields
    form={form}
    fields={[
      {
        kind: 'text',
        name: 'email',
        label: 'users.email',
        hint: 'addUser.emailHint',
        type: 'email',
        required: true,
      },
    ]}
  />
)
