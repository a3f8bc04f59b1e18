import { brokenBound, type Kind } from '@recado/domain/bounds'
import type { RecordSession } from '@recado/domain/contact/record-session'
import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { storable } from '@recado/domain/storable'

/** What the referral of a message says of the way that led here; null when there is none. */
export function sessionOf(connection_id: string, message: MessageIntent): RecordSession | null {
  if (message.referral === null) return null
  const referral = asRecord(message.referral)
  const landing_url = asText(referral.source_url)
  return {
    connection_id,
    channel: referral.source_type === 'post' ? 'whatsapp_post' : 'whatsapp_ad',
    utm_source: parameter(landing_url, 'utm_source'),
    utm_campaign: parameter(landing_url, 'utm_campaign'),
    ad_id: within('provider_id', asText(referral.source_id)),
    landing_url: within('url', landing_url),
    // Never filled from source_id: a click id that is none spoils attribution.
    ctwa_clid: within('provider_id', asText(referral.ctwa_clid)),
    recorded_at: message.provider_timestamp,
  }
}

/** What is longer than its kind says nothing here; the message has it as it came. */
function within(kind: Kind, told: string | null): string | null {
  return told === null || brokenBound(kind, told) !== null ? null : told
}

function parameter(url: string | null, name: string): string | null {
  const query = url?.split('?', 2)[1]?.split('#', 1)[0]
  const told = asText(new URLSearchParams(query ?? '').get(name))
  // Decoded, it may hold what no text of Postgres can.
  return within('line', told === null ? null : storable(told))
}
