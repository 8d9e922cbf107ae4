import type { Relative } from '@carewatch/contracts/http/relatives'
import { type Values, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'

/** What the form starts with: nothing, or what is known of a relative. */
export const initialOf = (relative: Relative | undefined) => ({
  name: relative?.name ?? '',
  relation: relative?.relation ?? '',
  email: relative?.email ?? '',
  phone: relative?.phone ?? '',
  sosPriority: relative?.sosPriority ?? 'MEDIUM',
  smsAlerts: relative?.smsAlerts ?? false,
  maySeeLocation: relative?.maySeeLocation ?? false,
  createUserInPortal: relative?.createUserInPortal ?? false,
})

/** Somebody whose name, relation and address are asked for. */
export const newBody = ({ relative: _, ...values }: Values): Values => withoutEmpty(values)

/** Somebody who has an account: their name and address stand there. */
export const knownBody = ({ name: _, email: __, createUserInPortal: ___, ...values }: Values): Values => ({
  ...withoutEmpty(values),
  relative: values['relative'] ?? '',
})
