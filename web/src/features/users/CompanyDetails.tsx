import { givableRoles } from '@carewatch/contracts/permissions'
import { userTypes } from '@carewatch/contracts/roles'
import { useAtomValue } from 'jotai'
import { useIntl } from 'react-intl'
import { userAtom } from '../../session/session.ts'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { findBranches, findCompanies, findPeople } from '../../ui/people/lookups.ts'
import type { NewUserForm } from './use-new-user.ts'

export function CompanyDetails({ form }: { form: NewUserForm }) {
  const intl = useIntl()
  const me = useAtomValue(userAtom)
  const roles = (me && givableRoles[me.role]) ?? []
  const fields: readonly Field[] = [
    {
      kind: 'select',
      name: 'role',
      label: 'users.role',
      required: true,
      half: true,
      options: roles.map((value) => ({ value, label: intl.formatMessage({ id: `role.${value}` }) })),
    },
    {
      kind: 'select',
      name: 'userType',
      label: 'users.userType',
      required: true,
      half: true,
      options: userTypes.map((value) => ({ value, label: intl.formatMessage({ id: `userType.${value}` }) })),
    },
    { kind: 'lookup', name: 'companyId', label: 'users.company', half: true, find: findCompanies },
    { kind: 'lookup', name: 'branchId', label: 'users.branch', half: true, find: findBranches },
    {
      kind: 'lookup',
      name: 'supervisorId',
      label: 'users.supervisor',
      hint: 'users.supervisorHint',
      find: findPeople('SUPERVISOR', 'MANAGER'),
    },
  ]
  return <Fields form={form} fields={fields} />
}
