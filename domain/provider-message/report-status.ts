import type { Decide } from '../decision.ts'
import type { MessageStatusReported } from './events.ts'
import type { ProviderMessage } from './provider-message.ts'
import { statusKey } from './status-key.ts'

/** Records a status that was not reported before; providers repeat themselves. */
export const reportStatus: Decide<
  MessageStatusReported['data'],
  ProviderMessage,
  MessageStatusReported
> = (data, { statusKeys }) =>
  statusKeys.includes(statusKey(data.intent)) ? [] : [{ type: 'MessageStatusReported', data }]
