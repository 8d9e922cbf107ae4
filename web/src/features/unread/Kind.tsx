import type { Alike } from '@carewatch/contracts/http/unread-messages'
import { FormattedMessage, type IntlShape } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'

/** The kind of message and which code of it, in the words of its format: each once. */
export const kindOf = ({ opcode, code, format, reason }: Omit<Alike, 'model' | 'isGateway'>): string =>
  [opcode, reason === 'format' || code === opcode ? null : code]
    .filter((part) => part !== null)
    .join(' · ') ||
  (format ?? '—')

export const reasonText = (intl: IntlShape, { reason, format }: Pick<Alike, 'reason' | 'format'>): string =>
  intl.formatMessage({ id: `rejected.${reason}` }, { format: format ?? '' })

export const Reason = ({ reason, format }: Pick<Alike, 'reason' | 'format'>) => (
  <FormattedMessage id={`rejected.${reason}`} values={{ format: <Ltr key="format">{format}</Ltr> }} />
)
