import { asRecord, asRecords, asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Json } from '../answer-json.ts'
import type { NumberHealth } from '../number-health.ts'
import { mapResult, type ProviderResult } from '../provider-result.ts'
import type { GraphCalls } from './graph-calls.ts'

const FIELDS = [
  'display_phone_number',
  'verified_name',
  'quality_rating',
  'platform_type',
  'code_verification_status',
  'throughput',
  'health_status',
  'whatsapp_business_manager_messaging_limit',
  'status',
  'name_status',
]

export async function readHealth(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<ProviderResult<NumberHealth>> {
  const path = `/${connection.phone_number_id}?fields=${FIELDS.join(',')}`
  return mapResult(await graph.call(connection, { method: 'GET', path }), numberHealth)
}

/** Since late 2025 the messaging limit belongs to the portfolio; the number's deprecated one is the fallback. */
export function numberHealth(told: Json): NumberHealth {
  const { throughput, health_status } = told
  const health = asRecord(health_status)
  return {
    display_phone_number: asText(told.display_phone_number),
    verified_name: asText(told.verified_name),
    quality_rating: asText(told.quality_rating),
    platform_type: asText(told.platform_type),
    code_verification_status: asText(told.code_verification_status),
    messaging_limit_tier:
      asText(told.whatsapp_business_manager_messaging_limit) ?? asText(told.messaging_limit_tier),
    throughput: { level: asText(asRecord(throughput).level) },
    health_status: {
      can_send_message: asText(health.can_send_message),
      entities: [...asRecords(health.entities)],
    },
  }
}
