import type { Decide } from '../decision.ts'
import type { Call } from './call.ts'
import type { CallReceived } from './events.ts'

/** Notes a call, once: the provider tells of its beginning and of its end. */
export const receiveCall: Decide<CallReceived['data'], Call, CallReceived> = (data, state) =>
  state === 'unwritten' ? [{ type: 'CallReceived', data }] : []
