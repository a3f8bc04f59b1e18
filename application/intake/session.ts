import { brokenBound, type Kind } from '@recado/domain/bounds'
import type { RecordSession } from '@recado/domain/contact/record-session'
import type { MessageIntent } from '@recado/domain/message/events'
import { asText, nativeRecord } from '@recado/domain/provider-event/loose-json'
import { storable } from '@recado/domain/storable'

/** The ad or post that led the person here, by the referral of a message; null when there is none. */
export function sessionOf(connection_id: string, message: MessageIntent): RecordSession | null {
  if (message.referral === null) return null
  const referral = nativeRecord(message.referral)
  const landing_url = asText(referral.source_url)
  return {
    connection_id,
    channel: referral.source_type === 'post' ? 'whatsapp_post' : 'whatsapp_ad',
    utm_source: queryParameter(landing_url, 'utm_source'),
    utm_campaign: queryParameter(landing_url, 'utm_campaign'),
    ad_id: withinBoundOrNull('provider_id', asText(referral.source_id)),
    landing_url: withinBoundOrNull('url', landing_url),
    // Never filled from source_id: a false click id spoils attribution.
    ctwa_clid: withinBoundOrNull('provider_id', asText(referral.ctwa_clid)),
    recorded_at: message.provider_timestamp,
  }
}

/** Drops a value beyond the bound of its kind; the message still has it. */
function withinBoundOrNull(kind: Kind, value: string | null): string | null {
  return value === null || brokenBound(kind, value) !== null ? null : value
}

function queryParameter(url: string | null, name: string): string | null {
  const query = url?.split('?', 2)[1]?.split('#', 1)[0]
  const value = asText(new URLSearchParams(query ?? '').get(name))
  // Decoding may give characters that Postgres cannot store.
  return withinBoundOrNull('line', value === null ? null : storable(value))
}
