import type { Alike } from '@carewatch/contracts/http/unread-messages'
import { FormattedMessage, type IntlShape } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'

/** The kind of message and which code of it, in the words of its format: each once. */
export const kindOf = ({ opcode, code, format, reason }: Omit<Alike, 'model' | 'isGateway'>): string =>
  [opcode, reason === 'format' || code === opcode ? null : code]
    .filter((part) => part !== null)
    .join(' · ')
    // What they send is read as it stands, in no other direction.
    .replaceAll(/\p{Bidi_Control}/gu, '') || spokenBy({ code, format, reason })

/** The format that it speaks; of what was kept before formats were, it stands where others have their code. */
const spokenBy = ({ code, format, reason }: Pick<Alike, 'code' | 'format' | 'reason'>): string =>
  (reason === 'format' ? code : null) ?? format ?? '—'

export const reasonText = (intl: IntlShape, alike: Pick<Alike, 'reason' | 'format' | 'code'>): string =>
  intl.formatMessage({ id: `rejected.${alike.reason}` }, { format: spokenBy(alike) })

export const Reason = (alike: Pick<Alike, 'reason' | 'format' | 'code'>) => (
  <FormattedMessage
    id={`rejected.${alike.reason}`}
    values={{ format: <Ltr key="format">{spokenBy(alike)}</Ltr> }}
  />
)
