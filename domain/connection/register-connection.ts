import { type Decide, refuse } from '../decision.ts'
import { phoneDigits } from '../phone-number.ts'
import type { Connection } from './connection.ts'
import type { ConnectionRegistered } from './events.ts'

export type RegisterConnection = Omit<
  ConnectionRegistered['data'],
  'registered_at' | 'phone_number_digits'
> & { at: string }

/** Registers a number. A second registration is refused, because its credentials would not be the ones stored. */
export const registerConnection: Decide<
  RegisterConnection,
  Connection,
  ConnectionRegistered,
  'already_registered'
> = ({ at, ...given }, state) => {
  if (state !== null) return refuse('already_registered')
  const phone_number_digits = phoneDigits(given.phone_number ?? '') || null
  const data = { ...given, phone_number_digits, registered_at: at }
  return [{ type: 'ConnectionRegistered', data }]
}
