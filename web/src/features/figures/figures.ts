import type { alarmFigures } from '@carewatch/contracts/http/alarm-figures'
import type { Reply } from '@carewatch/contracts/http/endpoint'

export type Figures = Reply<typeof alarmFigures>
