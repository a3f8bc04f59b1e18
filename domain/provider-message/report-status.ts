import type { Decide } from '../decision.ts'
import type { MessageStatusReported } from './events.ts'
import type { ProviderMessage } from './provider-message.ts'
import { statusKey } from './status-key.ts'

/** A message has one recipient and a handful of statuses: who reports more would make each of them dearer than the last. */
export const MOST_REPORTS = 100

/** Records a status that was not reported before; providers repeat themselves. */
export const reportStatus: Decide<
  MessageStatusReported['data'],
  ProviderMessage,
  MessageStatusReported
> = (data, { statusKeys }) =>
  statusKeys.length >= MOST_REPORTS || statusKeys.includes(statusKey(data.intent))
    ? []
    : [{ type: 'MessageStatusReported', data }]
