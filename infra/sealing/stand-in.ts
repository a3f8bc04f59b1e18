import { phoneMatchKey } from '@recado/domain/phone-number'
import { uuidOf } from '../uuid-v5.ts'

/** Never change it: ids of messages are made from the names. */
const NAMESPACE = '3f0a4c7e-18d2-4f6b-9c35-a7e1d2b8460f'

/** 16 bytes that tell nothing of a value; equal values have the same ones. */
export type Pseudonym = (value: string) => Buffer

const STAND_IN = /^~[0-9a-f-]{36}$/

/** A provider's id of a message, and the connection on which it says so. */
export type ProvidedId = { readonly connection_id: string; readonly provider_message_id: string }

/**
 * The name of a provider's message from which our ids of it are made. A stand-in for the provider's id has the same
 * name, so that facts of an erased person still find each other. Nobody can guess an id of a provider.
 */
export function messageName({ connection_id, provider_message_id: id }: ProvidedId): string {
  return STAND_IN.test(id) ? id.slice(1) : uuidOf(NAMESPACE, connection_id, id)
}

/** What stands for a provider's id of a message in a fact whose personal part is sealed. */
export function messageStandIn(of: ProvidedId): string {
  return `~${messageName(of)}`
}

/**
 * What stands for a person's phone, username or other identity. For a number it has digits alone, more than any number,
 * and all forms of the number have the same one: phones are compared by their digits.
 */
export function nameStandIn(name: string, pseudonym: Pseudonym): string {
  if (!/^\d{8,}$/.test(name)) return `~${pseudonym(name).toString('base64url')}`
  const number = BigInt(`0x${pseudonym(phoneMatchKey(name)).toString('hex')}`)
  return `0${String(number).padStart(39, '0')}`
}
