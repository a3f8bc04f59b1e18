import type { Decide } from '../decision.ts'
import type { Call } from './call.ts'
import type { CallReceived } from './events.ts'

/** Records a call once: the provider reports both its beginning and its end. */
export const receiveCall: Decide<CallReceived['data'], Call, CallReceived> = (data, state) =>
  state === 'unwritten' ? [{ type: 'CallReceived', data }] : []
