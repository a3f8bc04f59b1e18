import { asRecord, asText, isRecord, type Json } from '@recado/domain/provider-event/loose-json'
import { nativeMessage } from './native.ts'

/**
 * The ad that led the person to write, under Meta's field names of a referral; null without one. Forwarded messages
 * do not count: they carry an ad that another person followed.
 */
export function wahaReferral(payload: Json): object | null {
  const { ctwaContext } = asRecord(payload._data)
  const ad = isRecord(ctwaContext) ? ctwaContext : adReply(nativeMessage(payload))
  const referral = {
    source_url: asText(ad.sourceUrl) ?? asText(ad.sourceURL),
    source_type: asText(ad.sourceType)?.toLowerCase() ?? null,
    source_id: asText(ad.sourceId) ?? asText(ad.sourceID),
    headline: asText(ad.title),
    body: asText(ad.body) ?? asText(ad.description),
    thumbnail_url: asText(ad.thumbnailUrl) ?? asText(ad.thumbnailURL),
    ctwa_clid: asText(ad.ctwaClid),
  }
  const { source_url, source_id, ctwa_clid } = referral
  return (source_url ?? source_id ?? ctwa_clid) === null ? null : referral
}

function adReply(native: Json): Json {
  const contexts = Object.values(native).map((part) => asRecord(asRecord(part).contextInfo))
  const context = contexts.find(
    ({ externalAdReply, isForwarded }) => isRecord(externalAdReply) && isForwarded !== true,
  )
  return asRecord(context?.externalAdReply)
}
