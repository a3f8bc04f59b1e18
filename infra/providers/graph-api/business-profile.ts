import { asList, asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Json } from '../answer-json.ts'
import type { Profile } from '../profile-calls.ts'
import { mapResult, type ProviderResult } from '../provider-result.ts'
import type { GraphCalls } from './graph-calls.ts'
import type { GraphResult } from './read-result.ts'

const FIELDS = [
  'about',
  'address',
  'description',
  'email',
  'profile_picture_url',
  'websites',
  'vertical',
]

export async function readProfile(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<ProviderResult<Profile>> {
  const path = `${pathOf(connection)}?fields=${FIELDS.join(',')}`
  return mapResult(await graph.call(connection, { method: 'GET', path }), profileOf)
}

export function changeProfile(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
  changes: object,
): Promise<GraphResult> {
  const json = { messaging_product: 'whatsapp', ...changes }
  return graph.call(connection, { method: 'POST', path: pathOf(connection), json })
}

function pathOf({ phone_number_id }: ConnectionEntry): string {
  return `/${phone_number_id}/whatsapp_business_profile`
}

/** Meta answers in two shapes: the fields are in the first entry of `data`, or in a `business_profile` there. */
export function profileOf(told: Json): Profile {
  const entry = asRecord(asList(told.data)[0])
  const profile = 'business_profile' in entry ? asRecord(entry.business_profile) : entry
  return {
    about: asText(profile.about),
    address: asText(profile.address),
    description: asText(profile.description),
    email: asText(profile.email),
    vertical: asText(profile.vertical),
    websites: asList(profile.websites).flatMap((website) => asText(website) ?? []),
    profile_picture_url: asText(profile.profile_picture_url),
  }
}
