import type { Decide } from '../decision.ts'
import type { MessageStatusReported } from './events.ts'
import type { ProviderMessage } from './provider-message.ts'
import { statusKey } from './status-key.ts'

/** The most statuses of one message. Real ones have a few; without a limit each would cost more than the last. */
export const MAX_REPORTS = 100

/** Records a status that was not reported before, because providers repeat reports. */
export const reportStatus: Decide<
  MessageStatusReported['data'],
  ProviderMessage,
  MessageStatusReported
> = (data, { statusKeys }) =>
  statusKeys.length >= MAX_REPORTS || statusKeys.includes(statusKey(data.intent))
    ? []
    : [{ type: 'MessageStatusReported', data }]
