import { FigureMailPeriod, figureMailPeriods } from '@carewatch/contracts/figures'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { changeFigureMail, type figureMail } from '@carewatch/contracts/http/figure-mails'
import { NativeSelect } from '@mantine/core'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { call } from '../../http/call.ts'
import { doAndShow } from '../../ui/page/done.ts'

export type Mailed = Reply<typeof figureMail>

const NEVER = 'NEVER'

/** Whether these figures come by mail, and how often: one choice, and it is so. */
export function FigureMail({ mail: { every, nextAt } }: { mail: Mailed }) {
  const intl = useIntl()
  const change = (value: string) => {
    const picked = FigureMailPeriod.safeParse(value).data ?? null
    void doAndShow('alarmFigures.mailChanged', () => call(changeFigureMail, { body: { every: picked } }))
  }
  return (
    <NativeSelect
      maw="20rem"
      label={intl.formatMessage({ id: 'alarmFigures.mail' })}
      description={
        nextAt ? (
          <FormattedMessage
            id="alarmFigures.mailNext"
            values={{ at: <FormattedDate key="at" value={nextAt} dateStyle="full" /> }}
          />
        ) : undefined
      }
      value={every ?? NEVER}
      data={([NEVER, ...figureMailPeriods] as const).map((value) => ({
        value,
        label: intl.formatMessage({ id: `alarmFigures.mail.${value}` }),
      }))}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  )
}
